import type { CompositionTimeline } from './create-timeline.ts';

/** Seconds that a playing video or sound may be away from where it should be. */
const DRIFT_SEC = 0.15;

/** Shows times of a page, or plays it. */
export interface StageFilm {
  /** Takes another state of the page in and shows the present time of it. */
  open(timeline: CompositionTimeline): void;
  seek(timeSec: number): void;
  /** `rate` is below 0 to play backwards, without sound. */
  play(rate: number): void;
  pause(): void;
  timeSec(): number;
  isPlaying(): boolean;
}

/** The film of a page; `shown` hears of each time that it shows. */
export function createStageFilm(page: Document, shown: () => void): StageFilm {
  let timeline: CompositionTimeline | null = null;
  let shownSec = 0;
  /** Where it began to play, in seconds of the film and, from its first frame on, milliseconds of the page; null while it stands still. */
  let started: { atSec: number; atMs: number | null; rate: number } | null = null;

  function show(timeSec: number): void {
    shownSec = timeSec;
    if (!timeline) return;
    const endSec = timeline.duration();
    for (const clip of page.querySelectorAll<HTMLElement>('.clip')) {
      clip.style.visibility = isOn(clip, timeSec, endSec) ? 'visible' : 'hidden';
    }
    timeline.seek(timeSec);
    for (const element of page.querySelectorAll<HTMLMediaElement>('video, audio')) follow(element, endSec);
    shown();
  }

  function goOn(nowMs: number): void {
    if (!started || !timeline) return;
    const endSec = timeline.duration();
    started.atMs ??= nowMs;
    const timeSec = started.atSec + (Math.max(0, nowMs - started.atMs) / 1_000) * started.rate;
    const isOver = timeSec >= endSec || timeSec < 0;
    if (isOver) started = null;
    show(Math.min(Math.max(0, timeSec), endSec));
    if (!isOver) requestAnimationFrame(goOn);
  }

  /** Puts a video or sound where the film is. The timeline moves those with a time of their own. */
  function follow(element: HTMLMediaElement, endSec: number): void {
    const { mediaStart, start, volume, playbackRate, ownTime } = element.dataset;
    const isShown = isOn(element, shownSec, endSec);
    const isRunning = started !== null && started.rate > 0 && isShown;
    if (!isRunning) element.pause();
    if (ownTime !== undefined) return;
    const rate = Number(playbackRate ?? 1);
    const wanted = Number(mediaStart ?? 0) + (shownSec - Number(start ?? 0)) * rate;
    if (!isRunning) {
      if (isShown && Math.abs(element.currentTime - wanted) > 0.001) element.currentTime = wanted;
      return;
    }
    element.playbackRate = Math.min(16, Math.max(0.0625, rate * (started?.rate ?? 1)));
    if (volume !== undefined) element.volume = Math.min(1, Math.max(0, Number(volume)));
    if (Math.abs(element.currentTime - wanted) > DRIFT_SEC) element.currentTime = wanted;
    // A browser may forbid sound until somebody clicks in the frame: the picture goes on without.
    if (element.paused) element.play().catch(() => undefined);
  }

  return {
    open(next) {
      timeline = next;
      show(shownSec);
    },
    seek(timeSec) {
      started = null;
      show(timeSec);
    },
    play(rate) {
      const endSec = timeline?.duration() ?? 0;
      const atSec = rate > 0 && shownSec >= endSec ? 0 : shownSec;
      const isRunning = started !== null;
      started = { atSec, atMs: null, rate };
      if (!isRunning) requestAnimationFrame(goOn);
    },
    pause() {
      if (!started) return;
      started = null;
      show(shownSec);
    },
    timeSec: () => shownSec,
    isPlaying: () => started !== null,
  };
}

/** Whether a clip shows at the time. The last picture of the film stays at its end. */
function isOn({ dataset }: HTMLElement, timeSec: number, endSec: number): boolean {
  const start = Number(dataset.start);
  const end = start + Number(dataset.duration);
  return timeSec >= start && (timeSec < end || (timeSec >= endSec && end >= endSec));
}
