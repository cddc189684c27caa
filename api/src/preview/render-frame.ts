import { readObject } from '@framemill/infra';
import { previewMediaOf, type RenderedFrame } from '@framemill/scheduler';
import { type Document, FramemillError, rateOf, secondsOf, totalFrames } from '@framemill/timeline';
import type { ApiDeps } from '../deps.ts';

/** Frames of previews are half the project's size. */
const PREVIEW_SCALE = 0.5;

/** Longest time a preview waits for a node. */
const FRAME_WAIT_MS = 20_000;

/** A rendered frame with its bytes. */
export interface PreviewFrame extends RenderedFrame {
  data: Buffer;
}

/**
 * Has the frame at `atSec` (clamped to the last one) rendered as a JPEG at half size. `keep`: the address of its object is
 * given out. `signal`: aborted when the caller has gone. Throws `provider_error` when it cannot be: no node in time, a node that fails, a source that cannot be used.
 */
export async function renderFrame(
  deps: ApiDeps,
  accountId: string,
  document: Document,
  atSec: number,
  keep: boolean,
  signal: AbortSignal,
): Promise<PreviewFrame> {
  const lastFrame = Math.max(0, totalFrames(document) - 1);
  const clamped = Math.min(atSec, secondsOf(lastFrame, rateOf(document.settings.fps)));
  const frame = await deps.scheduler.requestFrame({
    accountId,
    document,
    media: await usableMedia(deps, accountId, document),
    atSec: clamped,
    image: 'jpeg',
    scale: PREVIEW_SCALE,
    timeoutMs: FRAME_WAIT_MS,
    keep,
    signal,
  });
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
