import type { PageData } from '../page-data.ts';
import { createPageStage } from '../scene/page-stage.ts';
import { nothingWritten, pageWriter, type WrittenPage } from './page-writer.ts';

/** Timeline object through which players and renderers control an HTML preview. Times are in seconds. */
export interface CompositionTimeline {
  /** Sets `paused` to false. The time does not advance by itself. */
  play(): CompositionTimeline;
  pause(): CompositionTimeline;
  paused(): boolean;
  /** Shows the page at a time. The result does not depend on what the page showed before. */
  seek(timeSec: number): CompositionTimeline;
  /** Returns the current time, or seeks when `timeSec` is given. */
  time(timeSec?: number): number | CompositionTimeline;
  totalTime(timeSec?: number): number | CompositionTimeline;
  duration(): number;
  timeScale(): number;
  /** Does nothing: the timeline accepts no further animations. */
  add(): CompositionTimeline;
  set(): CompositionTimeline;
}

/** Creates the timeline of a completely loaded page. It starts paused at 0. */
export function createTimeline(page: Document, data: PageData): CompositionTimeline {
  return openTimeline(page, data, nothingWritten(page)).seek(0);
}

/**
 * Creates a timeline that does not change the page before the first seek, for a page that is laid out repeatedly.
 * `written` records what earlier timelines wrote into the page.
 */
export function openTimeline(page: Document, data: PageData, written: WrittenPage): CompositionTimeline {
  const stage = createPageStage(data);
  const write = pageWriter(page, data, written);
  let current = 0;
  let isPaused = true;

  const timeline: CompositionTimeline = {
    play() {
      isPaused = false;
      return timeline;
    },
    pause() {
      isPaused = true;
      return timeline;
    },
    paused: () => isPaused,
    seek(timeSec) {
      const wanted = Number(timeSec);
      current = Math.min(stage.durationSec, Math.max(0, Number.isFinite(wanted) ? wanted : 0));
      write(stage.at(current));
      return timeline;
    },
    time: (timeSec) => (timeSec === undefined ? current : timeline.seek(timeSec)),
    totalTime: (timeSec) => (timeSec === undefined ? current : timeline.seek(timeSec)),
    duration: () => stage.durationSec,
    timeScale: () => 1,
    add: () => timeline,
    set: () => timeline,
  };
  return timeline;
}
