import { sheetScale } from '@framemill/compositor/catalog';
import { readObject } from '@framemill/infra';
import { type FrameRequest, previewMediaOf, type RenderedFrame } from '@framemill/scheduler';
import { type Document, FramemillError, rateOf, secondsOf, totalFrames } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/** Frames of previews are half the project's size. */
const PREVIEW_SCALE = 0.5;

/** Frames cost a node's time: they have a limit of their own, the same on every plan. */
export const FRAME_BUCKET = { name: 'api_v1_frame', limit: 10 };

/** Longest time a preview waits: a busy node may draw the pages of one for 30 s. */
const FRAME_WAIT_MS = 45_000;

/** A rendered frame with its bytes. */
export type PreviewFrame = Pick<RenderedFrame, 'width' | 'height' | 'timeSec'> & { data: Buffer };

/** A rendered frame whose address may be given out. */
export type KeptFrame = PreviewFrame & Pick<RenderedFrame, 'objectKey'>;

/**
 * Has the frame at `atSec` (clamped to the last one) rendered as a JPEG at half size. `signal`: aborted when the caller has gone. Throws
 * `invalid_request` for a project without clips, `unavailable` when no node takes it in time, and `provider_error` when it cannot be: a node that fails, a
 * source that cannot be used.
 */
export function renderFrame(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  atSec: number,
  signal: AbortSignal,
): Promise<PreviewFrame> {
  const clamped = Math.min(atSec, lastFrameSec(document));
  return renderOnce(deps, { accountId, document, atSec: clamped, scale: PREVIEW_SCALE, signal });
}

/** As `renderFrame`, into an object that stays for 30 days. */
export async function renderKeptFrame(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  atSec: number,
  signal: AbortSignal,
): Promise<KeptFrame> {
  const clamped = Math.min(atSec, lastFrameSec(document));
  const frame = await render(deps, { accountId, document, atSec: clamped, scale: PREVIEW_SCALE, keep: true, signal });
  return { ...frame, data: await readStored(deps, frame) };
}

/**
 * Has a contact sheet of the frames at `times` (1 to `MOST_SHEET_IMAGES`; clamped to the last one) rendered as a JPEG of at most
 * 1280x960. `times` of the answer are those shown, ascending, each once. Throws as `renderFrame`.
 */
export async function renderSheet(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  times: readonly number[],
  signal: AbortSignal,
): Promise<{ data: Buffer; times: number[] }> {
  const lastSec = lastFrameSec(document);
  const shown = [...new Set(times.map((time) => Math.min(time, lastSec)))].sort((a, b) => a - b);
  const scale = sheetScale(shown.length, document.settings);
  const { data } = await renderOnce(deps, { accountId, document, atSec: shown, scale, signal });
  return { data, times: shown };
}

function lastFrameSec(document: Document): number {
  return secondsOf(Math.max(0, totalFrames(document) - 1), rateOf(document.settings.fps));
}

/** Throws `invalid_request` for a project that has no frame: it has no clips. */
export function requireFrames({ clips }: Document): void {
  if (clips.length > 0) return;
  throw new FramemillError(
    'invalid_request',
    'the project has no clips. Add at least one clip before asking for a frame.',
  );
}

type Order = Pick<FrameRequest, 'accountId' | 'document' | 'atSec' | 'scale' | 'keep' | 'inline' | 'signal'>;

/** A picture whose bytes are all that is wanted of it. */
async function renderOnce(deps: ApiDeps, order: Order): Promise<PreviewFrame> {
  const { objectKey, data, ...facts } = await render(deps, { ...order, inline: true });
  if (data !== null) return { ...facts, data };
  const stored = await readStored(deps, { objectKey });
  // The answer holds the bytes; nobody knows the object's name.
  deps.store.delete(objectKey).catch((error: unknown) => {
    deps.log.warn({ err: error, objectKey }, 'a preview frame could not be deleted');
  });
  return { ...facts, data: stored };
}

async function render(deps: ApiDeps, order: Order): Promise<RenderedFrame> {
  requireFrames(order.document);
  const media = await usableMedia(deps, order.accountId, order.document);
  return deps.scheduler.requestFrame({ ...order, media, image: 'jpeg', timeoutMs: FRAME_WAIT_MS });
}

function readStored({ store }: ApiDeps, { objectKey }: Pick<RenderedFrame, 'objectKey'>): Promise<Buffer> {
  // The node has just put it there.
  return readObject(store, objectKey, (bytes) => bytes, { mustExist: true });
}

// The request is in order; it is the picture that cannot be made.
async function usableMedia(deps: ApiDeps, accountId: string, document: Document) {
  try {
    return await previewMediaOf(deps, accountId, document);
  } catch (cause) {
    if (!(cause instanceof FramemillError) || cause.code !== 'invalid_request') throw cause;
    throw new FramemillError('provider_error', `The frame cannot be rendered: ${cause.message}`, cause.details, {
      cause,
    });
  }
}
