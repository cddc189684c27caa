import { sheetScale } from '@framemill/compositor/catalog';
import { readObject } from '@framemill/infra';
import { type FrameRequest, previewMediaOf, type RenderedFrame } from '@framemill/scheduler';
import { type Document, FramemillError, rateOf, secondsOf, totalFrames } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/** Frames of previews are half the project's size. */
const PREVIEW_SCALE = 0.5;

/** Frames cost a node's time: they have a limit of their own, the same on every plan. */
export const FRAME_BUCKET = { name: 'api_v1_frame', limit: 10 };

/** Longest time a preview waits for a node. */
const FRAME_WAIT_MS = 20_000;

/** A rendered frame with its bytes. */
export interface PreviewFrame extends RenderedFrame {
  data: Buffer;
}

/**
 * Has the frame at `atSec` (clamped to the last one) rendered as a JPEG at half size. `keep`: the address of its object is
 * given out. `signal`: aborted when the caller has gone. Throws
 * `invalid_request` for a project without clips and `provider_error` when it cannot be: no node in time, a node that fails, a source that cannot be used.
 */
export function renderFrame(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  atSec: number,
  keep: boolean,
  signal: AbortSignal,
): Promise<PreviewFrame> {
  const clamped = Math.min(atSec, lastFrameSec(document));
  return render(deps, { accountId, document, atSec: clamped, scale: PREVIEW_SCALE, keep, signal });
}

/**
 * Has a contact sheet of the frames at `times` (1 to `MOST_SHEET_IMAGES`; clamped to the last one) rendered as a JPEG of at most
 * 1280x960. `times` of the answer are those shown, ascending, each once. Throws as `renderFrame`. Its object is deleted: nobody knows its name.
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
  const { data, objectKey } = await render(deps, { accountId, document, atSec: shown, scale, keep: false, signal });
  deps.store.delete(objectKey).catch((error: unknown) => {
    deps.log.warn({ err: error, objectKey }, 'a contact sheet could not be deleted');
  });
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

async function render(
  deps: ApiDeps,
  request: Pick<FrameRequest, 'accountId' | 'document' | 'atSec' | 'scale' | 'keep' | 'signal'>,
): Promise<PreviewFrame> {
  requireFrames(request.document);
  const media = await usableMedia(deps, request.accountId, request.document);
  const frame = await deps.scheduler.requestFrame({ ...request, media, image: 'jpeg', timeoutMs: FRAME_WAIT_MS });
  // The node has just put it there.
  const data = await readObject(deps.store, frame.objectKey, (bytes) => bytes, { mustExist: true });
  return { ...frame, data };
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
