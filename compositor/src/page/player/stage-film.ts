import type { CompositionTimeline } from './create-timeline.ts';

/**
 * Maximum difference in seconds between a playing video or audio element and its intended time before it is corrected.
 */
const DRIFT_SEC = 0.15;

/** Player of an editor's preview page: plays the page or shows it at a given time. */
export interface StageFilm {
  /** Replaces the timeline and shows the current time on the new one. */
  open(timeline: CompositionTimeline): void;
  seek(timeSec: number): void;
  /**
   * Starts to play at `rate` times normal speed, from `fromSec` or from the displayed time. A rate below 0 plays
   * backwards, without audio.
   */
  play(rate: number, fromSec?: number): void;
  /** Shows a time of a playback whose clock is elsewhere. Videos play, without audio. The time is not reported. */
  follow(timeSec: number): void;
  pause(): void;
  /** Sets whether videos are played and moved to the displayed time. Default true. It does not change the audio. */
  setVideos(areShown: boolean): void;
  timeSec(): number;
  isPlaying(): boolean;
}

/** Creates the player of an editor's preview page. Calls `shown` after each change of the displayed time by itself. */
export function createStageFilm(page: Document, shown: () => void): StageFilm {
  let timeline: CompositionTimeline | null = null;
  let shownSec = 0;
  let hasVideos = true;
  /**
   * State of the current playback: its start position in seconds, the page's clock at its first animation frame in ms
   * (null before that) and its rate. null while paused, and while playback has another clock.
   */
  let started: { atSec: number; atMs: number | null; rate: number } | null = null;
  /** Whether playback has another clock, which calls `follow`. */
  let isFollowing = false;

  function show(timeSec: number): void {
    shownSec = timeSec;
    if (!timeline) return;
    const endSec = timeline.duration();
    for (const clip of page.querySelectorAll<HTMLElement>('.clip')) {
      clip.style.visibility = isOn(clip, timeSec, endSec) ? 'visible' : 'hidden';
    }
    timeline.seek(timeSec);
    for (const element of page.querySelectorAll<HTMLMediaElement>('video, audio')) synchronize(element, endSec);
    if (!isFollowing) shown();
  }

  function goOn(nowMs: number): void {
    if (!started || !timeline) return;
    const endSec = timeline.duration();
    started.atMs ??= nowMs;
    const timeSec = started.atSec + (Math.max(0, nowMs - started.atMs) / 1_000) * started.rate;
    const isOver = started.rate > 0 ? timeSec >= endSec : timeSec < 0;
    if (isOver) started = null;
    show(Math.min(Math.max(0, timeSec), endSec));
    if (!isOver) requestAnimationFrame(goOn);
  }

  /** Synchronizes a video or audio element with the current time. The timeline seeks elements with `data-own-time`. */
  function synchronize(element: HTMLMediaElement, endSec: number): void {
    const { mediaStart, start, volume, playbackRate, ownTime } = element.dataset;
    const isShown = isOn(element, shownSec, endSec);
    const isUnused = element instanceof HTMLVideoElement ? !hasVideos : isFollowing;
    const isRunning = (isFollowing || (started !== null && started.rate > 0)) && isShown && !isUnused;
    if (!isRunning) element.pause();
    if (ownTime !== undefined || isUnused) return;
    const rate = Number(playbackRate ?? 1);
    const wanted = Number(mediaStart ?? 0) + (shownSec - Number(start ?? 0)) * rate;
    if (!isRunning) {
      if (isShown && Math.abs(element.currentTime - wanted) > 0.001) element.currentTime = wanted;
      return;
    }
    element.playbackRate = Math.min(16, Math.max(0.0625, rate * (started?.rate ?? 1)));
    if (volume !== undefined) element.volume = Math.min(1, Math.max(0, Number(volume)));
    if (Math.abs(element.currentTime - wanted) > DRIFT_SEC) element.currentTime = wanted;
    // A browser may block audio until the viewer clicks in the frame: the image continues without it.
    if (element.paused) element.play().catch(() => undefined);
  }

  return {
    open(next) {
      timeline = next;
      show(shownSec);
    },
    seek(timeSec) {
      started = null;
      isFollowing = false;
      show(timeSec);
    },
    follow(timeSec) {
      started = null;
      isFollowing = true;
      show(timeSec);
    },
    play(rate, fromSec = shownSec) {
      const endSec = timeline?.duration() ?? 0;
      const atSec = rate > 0 && fromSec >= endSec ? 0 : fromSec;
      const isRunning = started !== null;
      started = { atSec, atMs: null, rate };
      isFollowing = false;
      if (!isRunning) requestAnimationFrame(goOn);
    },
    pause() {
      if (!started && !isFollowing) return;
      started = null;
      isFollowing = false;
      show(shownSec);
    },
    setVideos(areShown) {
      if (hasVideos === areShown) return;
      hasVideos = areShown;
      if (!started && !isFollowing) show(shownSec);
    },
    timeSec: () => shownSec,
    isPlaying: () => started !== null,
  };
}

/** Whether a clip is visible at a time. The last frame stays visible at the end. */
function isOn({ dataset }: HTMLElement, timeSec: number, endSec: number): boolean {
  const start = Number(dataset.start);
  const end = start + Number(dataset.duration);
  return timeSec >= start && (timeSec < end || (timeSec >= endSec && end >= endSec));
}
