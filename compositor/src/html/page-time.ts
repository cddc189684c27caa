import { FramemillError } from '@framemill/timeline/rendering';

/**
 * Processor time that pages may use, their browser's drawing included. Starting a browser does not count, nor what a
 * busy machine does for others: that is no
 * page's doing.
 */
export interface PageTime {
  /** A page that uses so much in one call is ended, ms. */
  readonly answerMs: number;
  /** For pictures of `frames` frames that have not been run through yet: all that one page may use, ms. */
  spendMs(frames: number): number;
  /** By the clock it may all take this many times as long: a machine that gives a page less is too busy for pages. */
  readonly patience: number;
  /** Takes off what was used, ms. */
  spent(ms: number): void;
}

const patience = 4;
const previewLimitMs = 5_000;
const renderAnswerMs = 15_000;
const renderBaseMs = 30_000;
const renderFrameMs = 2_000;

/** The time of a render: an honest page answers in milliseconds. One page's time does not count against another's. */
export const renderTime: PageTime = {
  answerMs: renderAnswerMs,
  spendMs: (frames) => renderBaseMs + frames * renderFrameMs,
  patience,
  spent: () => undefined,
};

/** The time of a preview, for a caller who waits: 5 s for all its pages together. */
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
 * Pages that answer, but are not there in time by the clock: they were left between two steps and can go on from there.
 */
export function outOfTime(): FramemillError {
  const message =
    'its pages did not get to this moment in time: this machine is busy, or the moment is a late one of a page with scripts. ' +
    'Try again, they go on from there; or look at an earlier moment.';
  return new FramemillError('internal_error', message, { isPageWell: true });
}

/** Pages that answer, but need longer than there is: no page's fault. `isPageWell`: they were left between two steps and can go on from there. */
export function tooMuchToDo({ isPageWell }: { isPageWell: boolean }): FramemillError {
  return new FramemillError(
    'invalid_request',
    `its pages need more processor time than they may: ${previewLimitMs / 1000} s in a preview, ${renderFrameMs / 1000} s a frame in a render. Look at an earlier moment, or let the script do less in each frame.`,
    { isPageWell },
  );
}
