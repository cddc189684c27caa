import type { PageData } from '../page-data.ts';
import { createPageStage } from '../scene/page-stage.ts';
import { nothingWritten, pageWriter, type WrittenPage } from './page-writer.ts';

/** What players and renderers of such pages drive. Times are seconds. */
export interface CompositionTimeline {
  /** Time does not run by itself: these only say what `paused` answers. */
  play(): CompositionTimeline;
  pause(): CompositionTimeline;
  paused(): boolean;
  /** Puts the page at a time. The page looks the same whatever it showed before. */
  seek(timeSec: number): CompositionTimeline;
  /** The time, or with an argument a seek. */
  time(timeSec?: number): number | CompositionTimeline;
  totalTime(timeSec?: number): number | CompositionTimeline;
  duration(): number;
  timeScale(): number;
  /** Other animations are not taken in. */
  add(): CompositionTimeline;
  set(): CompositionTimeline;
}

/** The timeline of a page that has been read whole; it starts paused at 0. */
export function createTimeline(page: Document, data: PageData): CompositionTimeline {
  return openTimeline(page, data, nothingWritten(page)).seek(0);
}

/** A timeline that shows nothing of its own until it is sought: of a page that is laid out again and again, with what was written to it. */
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
