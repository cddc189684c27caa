import { FramemillError } from '@framemill/timeline/rendering';

/**
 * CPU time limits of HTML pages. Only the CPU time that the browser uses to draw pages counts. The start of the browser
 * and other programs do not count.
 */
export interface PageTime {
  /** CPU time limit of one call, in ms. A page that exceeds it is closed. */
  readonly answerMs: number;
  /** Returns the CPU time limit of a page for running through `frames` new frames, in ms. */
  spendMs(frames: number): number;
  /**
   * Ratio of the elapsed-time limit to the CPU-time limit. When the elapsed time runs out first, the machine is too
   * busy to draw pages.
   */
  readonly patience: number;
  /** Subtracts used CPU time, in ms, from the time that is left. */
  spent(ms: number): void;
}

const patience = 4;
const previewLimitMs = 5_000;
const renderAnswerMs = 15_000;
const renderBaseMs = 30_000;
const renderFrameMs = 2_000;

/** Limits of a render, far above the milliseconds that a normal page takes. They apply to each page separately. */
export const renderTime: PageTime = {
  answerMs: renderAnswerMs,
  spendMs: (frames) => renderBaseMs + frames * renderFrameMs,
  patience,
  spent: () => undefined,
};

/**
 * Creates the limits of a preview: 5 s of CPU time for all pages of the preview together, because a client is waiting
 * for the image.
 */
export function previewTime(): PageTime {
  let left = previewLimitMs;
  return {
    answerMs: previewLimitMs,
    spendMs: () => Math.max(0, left),
    patience,
    spent(ms) {
      left -= ms;
    },
  };
}

/**
 * Creates the error for pages that respond but did not reach the requested frame within the elapsed-time limit. A later
 * call can continue at the frame where the pages were stopped.
 */
export function outOfTime(): FramemillError {
  const message =
    `its pages took too long to reach this time (at most ${(previewLimitMs * patience) / 1000} s in a preview, ` +
    `${(renderBaseMs * patience) / 1000} s and ${(renderFrameMs * patience) / 1000} s per frame in a render). Either ` +
    'the processor is busy, or a page with scripts runs through many frames before this time. Try again to continue ' +
    'from there, or use an earlier time.';
  return new FramemillError('internal_error', message, { isPageWell: true });
}

/**
 * Creates the error for pages that respond but need more CPU time than allowed. `isPageWell`: whether the pages were
 * stopped between two steps and can continue from there.
 */
export function tooMuchToDo({ isPageWell }: { isPageWell: boolean }): FramemillError {
  return new FramemillError(
    'invalid_request',
    `its pages exceed the processor time limit: ${previewLimitMs / 1000} s in a preview, ${renderFrameMs / 1000} ` +
      's per frame in a render. Use an earlier time, or do less in the script of each frame.',
    { isPageWell },
  );
}
