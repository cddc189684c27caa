import type { Size } from '../../graph/placement.ts';

/** Shares of the full size at which frames are drawn during playback. */
const shares = [1, 3 / 4, 1 / 2, 1 / 4] as const;

/** Part of the time between two frames that drawing may take, so that the page has the rest. */
const mostOfFrame = 0.9;
/** Number of frames whose median time counts, so that a late frame, such as the first of a video, does not. */
const remembered = 9;
/** Number of frames at a size before the next smaller size, and before the next larger one. */
const patience = { smaller: 5, larger: 20 };

/** Selects the size of frames during playback: the largest share of the full size that keeps time. */
export interface SizeChoice {
  /** Returns the present share: 1, 3/4, 1/2 or 1/4. */
  share(): number;
  /** Reports that a frame of the present share took `tookMs`, with `frameMs` between two frames of the document. */
  report(tookMs: number, frameMs: number): void;
}

/** Creates the choice for a playback. It begins at half the size, and remembers its last size when playback stops. */
export function createSizeChoice(): SizeChoice {
  let step = shares.indexOf(1 / 2);
  /** Times of the last frames at this size, in ms. */
  let times: number[] = [];
  let frames = 0;
  let isTrial = false;
  /** Number of frames that a larger size must be affordable. It doubles when a larger size was too slow. */
  let wait = patience.larger;

  function change(by: -1 | 1): void {
    if (by === 1 && isTrial) wait = Math.min(wait * 2, 60 * patience.larger);
    isTrial = by === -1;
    step += by;
    times = [];
    frames = 0;
  }

  return {
    share: () => shares[step] ?? 1,
    report(tookMs, frameMs) {
      frames += 1;
      times = [...times, tookMs].slice(-remembered);
      const medianMs = times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;
      const budgetMs = frameMs * mostOfFrame;
      if (medianMs > budgetMs && frames >= patience.smaller && step < shares.length - 1) return change(1);
      const [own, larger] = [shares[step], shares[step - 1]];
      if (own === undefined || larger === undefined || frames < wait) return;
      // The time of a frame grows at most with its number of pixels.
      if (medianMs * (larger / own) ** 2 <= budgetMs) change(-1);
    },
  };
}

/** Returns a share of a size, rounded to even sides of at least 2 pixels. */
export function evenSize({ width, height }: Size, share: number): Size {
  const even = (side: number) => Math.max(2, 2 * Math.round((side * share) / 2));
  return { width: even(width), height: even(height) };
}
