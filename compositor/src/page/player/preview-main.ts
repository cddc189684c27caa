import { createFilmPlayer, type FilmPlayer } from './film-player.ts';

// The page of `framemill preview`: the video in a frame, a bar below it, and on top of it the errors of the file.

/**
 * State of the previewed project file as sent by the server: its errors, and a version that changes when the page must
 * be reloaded.
 */
interface PreviewState {
  version: number;
  errors: string[];
}

const frame = element('film', HTMLIFrameElement);
const button = element('play', HTMLButtonElement);
const bar = element('time', HTMLInputElement);
const clock = element('clock', HTMLOutputElement);
const errors = element('errors', HTMLPreElement);

let player: FilmPlayer | null = null;
let shownSec = 0;
let isPlaying = false;
let shownVersion = 0;

frame.addEventListener('load', () => {
  const page = frame.contentWindow;
  const root = page?.document.getElementById('root');
  if (!page || !root) return;
  scaleToRoom(root);
  const wasPlaying = isPlaying;
  player = createFilmPlayer(page, (moment) => {
    shownSec = moment.timeSec;
    isPlaying = moment.isPlaying;
    bar.max = String(moment.durationSec);
    bar.value = String(moment.timeSec);
    clock.value = `${moment.timeSec.toFixed(2)} s of ${moment.durationSec.toFixed(2)} s`;
    button.textContent = isPlaying ? 'Pause' : 'Play';
  });
  player.seek(shownSec);
  if (wasPlaying) player.play();
});

button.addEventListener('click', () => (isPlaying ? player?.pause() : player?.play()));
bar.addEventListener('input', () => player?.seek(Number(bar.value)));
addEventListener('resize', () => {
  const root = frame.contentWindow?.document.getElementById('root');
  if (root) scaleToRoom(root);
});
new EventSource('/events').addEventListener('message', ({ data }: MessageEvent<string>) => show(JSON.parse(data)));

function show({ version, errors: found }: PreviewState): void {
  errors.hidden = found.length === 0;
  errors.textContent = found.join('\n');
  if (version === shownVersion || version === 0) return;
  shownVersion = version;
  frame.src = `/film?version=${version}`;
}

/** Scales the video to the available space. */
function scaleToRoom(root: HTMLElement): void {
  const [width, height] = [Number(root.dataset.width), Number(root.dataset.height)];
  const room = frame.parentElement ?? document.body;
  const scale = Math.min(room.clientWidth / width, room.clientHeight / height);
  frame.style.width = `${width}px`;
  frame.style.height = `${height}px`;
  frame.style.transform = `translate(-50%, -50%) scale(${scale})`;
}

function element<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (found instanceof kind) return found;
  throw new Error(`The page has no element #${id}.`);
}
