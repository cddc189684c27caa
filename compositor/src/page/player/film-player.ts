/** What a page of a film shows, after each change. */
export interface ShownMoment {
  timeSec: number;
  durationSec: number;
  isPlaying: boolean;
}

/** Plays a composition's page: its timeline by the clock, its videos and sounds beside it. Times are seconds. */
export interface FilmPlayer {
  /** Shows a moment, standing still. */
  seek(timeSec: number): void;
  /** Plays on, from the beginning when the film is at its end. */
  play(): void;
  pause(): void;
}

interface Timeline {
  seek(timeSec: number): void;
}

/** Seconds that a playing video or sound may be away from where it should be. */
const DRIFT_SEC = 0.15;

/** The player of a page that has loaded. `onShown` is called with each moment that is shown, 60 times a second while it plays. */
export function createFilmPlayer(page: Window, onShown: (moment: ShownMoment) => void): FilmPlayer {
  const { document } = page;
  const durationSec = Number(document.getElementById('root')?.dataset.duration ?? 0);
  const timeline = (page as Window & { __timelines?: Record<string, Timeline> }).__timelines?.main;
  const media = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];
  let shownSec = 0;
  /** When the film began to play, on the clock of the page, less the time it began at; null while it stands still. */
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

  /** Whether a clip shows at the time. The last picture of the film stays at its end. */
  const isOn = ({ dataset }: HTMLElement): boolean => {
    const start = Number(dataset.start);
    const end = start + Number(dataset.duration);
    return shownSec >= start && (shownSec < end || (shownSec >= durationSec && end >= durationSec));
  };

  /** Puts a video or sound where the film is. The timeline moves those with a time of their own. */
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
    // A browser may forbid sound until somebody clicks in the frame: the picture goes on without.
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
