import type { FromFilm, ToFilm } from './messages.ts';

// Runs inside the composition's page: shows a time of it, or plays it, as the app around it says.

interface Timeline {
  seek(timeSec: number): void;
}

/** Seconds that a playing video or sound may be away from where it should be. */
const DRIFT_SEC = 0.15;

const root = document.getElementById('root');
const durationSec = Number(root?.dataset.duration ?? 0);
const timeline = (window as Window & { __timelines?: Record<string, Timeline> }).__timelines?.main;
const media = [...document.querySelectorAll<HTMLMediaElement>('video, audio')];

let shownSec = 0;
/** When the film began to play, on the clock of the page, less the time it began at; null while it stands still. */
let startedAtMs: number | null = null;

addEventListener('message', ({ data, source }: MessageEvent<Partial<ToFilm>>) => {
  if (source !== parent || data.film === undefined) return;
  if ('seekSec' in data.film) {
    startedAtMs = null;
    show(data.film.seekSec);
  } else if (data.film.play && startedAtMs === null) {
    const fromSec = shownSec >= durationSec ? 0 : shownSec;
    startedAtMs = performance.now() - fromSec * 1_000;
    requestAnimationFrame(goOn);
  } else if (!data.film.play) {
    startedAtMs = null;
    show(shownSec);
  }
});

function goOn(nowMs: number): void {
  if (startedAtMs === null) return;
  const timeSec = Math.max(0, nowMs - startedAtMs) / 1_000;
  if (timeSec >= durationSec) startedAtMs = null;
  show(Math.min(timeSec, durationSec));
  if (startedAtMs !== null) requestAnimationFrame(goOn);
}

function show(timeSec: number): void {
  shownSec = timeSec;
  for (const clip of document.querySelectorAll<HTMLElement>('.clip')) {
    clip.style.visibility = isOn(clip) ? 'visible' : 'hidden';
  }
  timeline?.seek(timeSec);
  for (const element of media) follow(element);
  const message: FromFilm = { shown: { timeSec, durationSec, isPlaying: startedAtMs !== null } };
  parent.postMessage(message, '*');
}

/** Whether a clip shows at the time. The last picture of the film stays at its end. */
function isOn({ dataset }: HTMLElement): boolean {
  const start = Number(dataset.start);
  const end = start + Number(dataset.duration);
  return shownSec >= start && (shownSec < end || (shownSec >= durationSec && end >= durationSec));
}

/** Puts a video or sound where the film is. The timeline moves those with a time of their own. */
function follow(element: HTMLMediaElement): void {
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
}

show(0);
