import { App } from '@modelcontextprotocol/ext-apps/app-with-deps';
import type { FromFilm, ToFilm } from './messages.ts';

// The app that assistants show in a chat: the composition of a project with a button and a scrubber.

/** Filled in when the app is built: the address of the service, and the script for the frame. */
declare const SERVICE: string;
declare const FILM_SCRIPT: string;

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const film = element<HTMLIFrameElement>('film');
const button = element<HTMLButtonElement>('play');
const scrubber = element<HTMLInputElement>('scrubber');
const clock = element('clock');
const note = element('note');

const app = new App({ name: 'framemill-player', version: '1.0.0' }, {});

app.addEventListener('toolresult', ({ structuredContent }) => {
  const { projectId }: { projectId?: unknown } = structuredContent ?? {};
  if (typeof projectId !== 'string') return say('This answer names no project.');
  open(projectId).catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
});

button.addEventListener('click', () => tell({ film: { play: button.dataset.playing === undefined } }));
scrubber.addEventListener('input', () => tell({ film: { seekSec: Number(scrubber.value) } }));

addEventListener('message', ({ data, source }: MessageEvent<Partial<FromFilm>>) => {
  if (source !== film.contentWindow || !data.shown) return;
  const { timeSec, durationSec, isPlaying } = data.shown;
  scrubber.max = String(durationSec);
  scrubber.value = String(timeSec);
  clock.textContent = `${timeSec.toFixed(1)} / ${durationSec.toFixed(1)} s`;
  button.textContent = isPlaying ? 'Pause' : 'Play';
  if (isPlaying) button.dataset.playing = '';
  else delete button.dataset.playing;
});

addEventListener('resize', scale);

app.connect().catch((error: unknown) => say(String(error)));

async function open(projectId: string): Promise<void> {
  say('Loading the film ...');
  const answer = await app.callServerTool({ name: 'preview_project', arguments: { projectId, format: 'html' } });
  // The first text is the facts as JSON; the page comes after it.
  const block = answer.content.find((item) => item.type === 'text' && item.text.startsWith('<!'));
  if (answer.isError || block?.type !== 'text') throw new Error('The film could not be loaded.');
  // Its addresses are relative to the service's host; the frame has none.
  const base = `<base href="${SERVICE}/">`;
  const script = `<script>${FILM_SCRIPT}</script>`;
  const withBase = block.text.replace('<head>', () => `<head>${base}`);
  const end = withBase.lastIndexOf('</body>');
  film.srcdoc = withBase.slice(0, end) + script + withBase.slice(end);
  film.addEventListener('load', () => say(''), { once: true });
  const [, width = '16', height = '9'] = /data-width="(\d+)" data-height="(\d+)"/.exec(block.text) ?? [];
  film.dataset.width = width;
  film.dataset.height = height;
  scale();
}

/** Scales the film's own pixels to the width of the chat. */
function scale(): void {
  const width = Number(film.dataset.width ?? 0);
  const height = Number(film.dataset.height ?? 0);
  if (width === 0) return;
  const factor = document.body.clientWidth / width;
  film.style.cssText = `width:${width}px;height:${height}px;transform:scale(${factor})`;
  element('stage').style.height = `${height * factor}px`;
}

function tell(message: ToFilm): void {
  film.contentWindow?.postMessage(message, '*');
}

function say(text: string): void {
  note.textContent = text;
}
