/** State of the player after a change. Times are in seconds. */
export interface ShownMoment {
  timeSec: number;
  durationSec: number;
  isPlaying: boolean;
}

/**
 * Player of an HTML preview: advances its timeline by the clock and plays its videos and audio in sync. Times are in
 * seconds.
 */
export interface FilmPlayer {
  /** Pauses and shows the page at a time. */
  seek(timeSec: number): void;
  /** Starts to play; from the beginning when the current time is the end. */
  play(): void;
  pause(): void;
}

interface Timeline {
  seek(timeSec: number): void;
}

/**
 * Maximum difference in seconds between a playing video or audio element and its intended time before it is corrected.
 */
const DRIFT_SEC = 0.15;

/**
 * Creates the player of a loaded page. Calls `onShown` after each change of time: on every animation frame while
 * playing.
 */
export function createFilmPlayer(page: Window, onShown: (moment: ShownMoment) => void): FilmPlayer {
  const { document } = page;
  const durationSec = Number(document.getElementById('root')?.dataset.duration ?? 0);
  const timeline = (page as Window & { __timelines?: Record<string, Timeline> }).__timelines?.main;
  const media = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];
  let shownSec = 0;
  /** Time of the page's clock at which second 0 would have played, in ms; null while paused. */
  let startedAtMs: number | null = null;

  const goOn = (nowMs: number): void => {
    if (startedAtMs === null) return;
    const timeSec = Math.max(0, nowMs - startedAtMs) / 1_000;
    if (timeSec >= durationSec) startedAtMs = null;
    show(Math.min(timeSec, durationSec));
    if (startedAtMs !== null) page.requestAnimationFrame(goOn);
  };

  const show = (timeSec: number): void => {
    shownSec = timeSec;
    for (const clip of document.querySelectorAll<HTMLElement>('.clip')) {
      clip.style.visibility = isOn(clip) ? 'visible' : 'hidden';
    }
    timeline?.seek(timeSec);
    for (const element of media) follow(element);
    onShown({ timeSec, durationSec, isPlaying: startedAtMs !== null });
  };

  /** Whether a clip is visible at the current time. The last frame stays visible at the end. */
  const isOn = ({ dataset }: HTMLElement): boolean => {
    const start = Number(dataset.start);
    const end = start + Number(dataset.duration);
    return shownSec >= start && (shownSec < end || (shownSec >= durationSec && end >= durationSec));
  };

  /** Synchronizes a video or audio element with the current time. The timeline seeks elements with `data-own-time`. */
  const follow = (element: HTMLMediaElement): void => {
    const { mediaStart, start, volume, playbackRate, ownTime } = element.dataset;
    const isPlaying = startedAtMs !== null && isOn(element);
    if (!isPlaying) element.pause();
    if (ownTime !== undefined) return;
    const rate = Number(playbackRate ?? 1);
    const wanted = Number(mediaStart ?? 0) + (shownSec - Number(start ?? 0)) * rate;
    if (!isPlaying) {
      if (isOn(element)) element.currentTime = wanted;
      return;
    }
    element.playbackRate = rate;
    if (volume !== undefined) element.volume = Math.min(1, Math.max(0, Number(volume)));
    if (Math.abs(element.currentTime - wanted) > DRIFT_SEC) element.currentTime = wanted;
    // A browser may block audio until the viewer clicks in the frame: the image continues without it.
    if (element.paused) element.play().catch(() => undefined);
  };

  return {
    seek(timeSec) {
      startedAtMs = null;
      show(Math.min(durationSec, timeSec));
    },
    play() {
      if (startedAtMs !== null) return;
      const fromSec = shownSec >= durationSec ? 0 : shownSec;
      startedAtMs = Number(document.timeline.currentTime) - fromSec * 1_000;
      page.requestAnimationFrame(goOn);
    },
    pause() {
      startedAtMs = null;
      show(shownSec);
    },
  };
}
