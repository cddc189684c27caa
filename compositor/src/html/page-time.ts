import { FramemillError } from '@framemill/timeline/rendering';

/** How long pages may be worked on. Starting a browser does not count: that is no page's doing. */
export interface PageTime {
  /** A page that does not answer one call for so long is ended, ms. */
  readonly answerMs: number;
  /** For pictures of `frames` frames that have not been run through yet: all that may be spent on one page, ms. */
  spendMs(frames: number): number;
  /** Told what was spent, ms. */
  spent(ms: number): void;
}

const previewLimitMs = 5_000;
const renderAnswerMs = 15_000;
const renderBaseMs = 30_000;
const renderFrameMs = 2_000;

/** The time of a render: an honest page answers in milliseconds, on a machine under load in a second. One page's time does not count against another's. */
export const renderTime: PageTime = {
  answerMs: renderAnswerMs,
  spendMs: (frames) => renderBaseMs + frames * renderFrameMs,
  spent: () => undefined,
};

/** The time of a preview, for somebody who waits: 5 s for all its pages together. */
export function previewTime(): PageTime {
  let left = previewLimitMs;
  return {
    answerMs: previewLimitMs,
    spendMs: () => Math.max(0, left),
    spent(ms) {
      left -= ms;
    },
  };
}

/** Pages that answer, but need longer than there is: no page's fault. `isPageWell`: they were left between two steps and can go on from there. */
export function tooMuchToDo({ isPageWell }: { isPageWell: boolean }): FramemillError {
  return new FramemillError(
    'invalid_request',
    `its pages need longer than they may: ${previewLimitMs / 1000} s in a preview, ${renderFrameMs / 1000} s a frame in a render. Look at an earlier moment, or let the script do less in each frame.`,
    { isPageWell },
  );
}
