import { sheetScale } from '@framemill/compositor/plan';
import { readObject } from '@framemill/infra';
import { type FrameRequest, previewMediaOf, type RenderedFrame, withMediaLengths } from '@framemill/scheduler';
import {
  type AspectRatio,
  type Document,
  documentForAspect,
  FramemillError,
  rateOf,
  secondsOf,
  totalFrames,
  type VariableValues,
} from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';
import { mediaLookup, sourcesOf } from '../projects/command-context.ts';
import { withVariables } from '../projects/variable-values.ts';

/** Scale of preview frames, relative to the project's size. */
const PREVIEW_SCALE = 0.5;

/**
 * Rate limit of preview frames: 10 a minute on every plan. It is separate from the general limit, because frames need
 * time on the render nodes.
 */
export const FRAME_BUCKET = { name: 'api_v1_frame', limit: 10 };

/**
 * Maximum time that a request waits for a preview frame, in ms. A busy node may need 30 s for the HTML clips of one
 * frame.
 */
const FRAME_WAIT_MS = 45_000;

/** Rendered frame with its image data. */
export type PreviewFrame = Pick<RenderedFrame, 'width' | 'height' | 'timeSec'> & { data: Buffer };

/** Rendered frame that is stored in the object store, so that clients can be given its address. */
export type KeptFrame = PreviewFrame & Pick<RenderedFrame, 'objectKey'>;

/**
 * Renders the frame at `atSec` as a JPEG at half of the project's size.
 * For times after the end, the last frame is rendered. The caller aborts `signal` when its client disconnects. Throws
 * `invalid_request` for a project without clips, `unavailable` when no node starts in time, and `provider_error` when a
 * node fails or a source cannot be used.
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

/** Renders a frame like `renderFrame`, and stores it in the object store for 30 days. */
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
 * Renders a contact sheet of the frames at `times` as a JPEG of at most 1280x960.
 * `times` has 1 to `MOST_SHEET_IMAGES` entries; times after the last frame give the last frame. The returned `times`
 * are those of the images on the sheet, ascending and without duplicates. Throws the errors of `renderFrame`.
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

/** Throws `invalid_request` if a project has no clips and therefore no frames. */
export function requireFrames({ clips }: Document): void {
  if (clips.length > 0) return;
  throw new FramemillError(
    'invalid_request',
    'The project has no clips. Add at least one clip before requesting a frame.',
  );
}

type Order = Pick<FrameRequest, 'accountId' | 'document' | 'atSec' | 'scale' | 'keep' | 'inline' | 'signal'>;

/**
 * Renders an image and returns its bytes, without leaving a copy in the object store.
 * If the node had to store the image, the object is deleted after it was read.
 */
async function renderOnce(deps: ApiDeps, order: Order): Promise<PreviewFrame> {
  const { objectKey, data, ...facts } = await render(deps, { ...order, inline: true });
  if (data !== null) return { ...facts, data };
  const stored = await readStored(deps, { objectKey });
  // The result contains the bytes, and no client knows the object's key.
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
  // Must exist, because the node has just stored it.
  return readObject(store, objectKey, (bytes) => bytes, { mustExist: true });
}

// The request itself is valid, so unusable media is reported as `provider_error`.
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

/**
 * Variable values and aspect ratio that a preview uses instead of the project's own. Absent fields mean the project's
 * own.
 */
interface Shown {
  values: VariableValues | undefined;
  aspect?: AspectRatio | undefined;
}

/**
 * Returns a document with the variable values and the aspect ratio that a render would use.
 * Throws `invalid_request` for values that are not accepted. Also throws it when a clip must last as long as its media
 * and the media's duration is unknown.
 */
export async function shownFilm(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  { values, aspect }: Shown,
): Promise<Document> {
  const film = await withMediaLengths(deps, accountId, withVariables(document, values));
  if (aspect === undefined) return film;
  return documentForAspect(film, aspect, await mediaLookup(deps, accountId, sourcesOf(film)));
}
