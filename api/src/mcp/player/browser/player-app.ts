import { App } from '@modelcontextprotocol/ext-apps/app-with-deps';
import { createPlayer, type Player } from '../../../player/browser/player.ts';

// App that assistants show in a chat: the HTML preview of a project with a play button and a scrubber.

/** Address of the service, inserted when the app is bundled. */
declare const SERVICE: string;

const element = <Kind extends HTMLElement>(id: string) => document.getElementById(id) as Kind;
const stage = element('stage');
const button = element<HTMLButtonElement>('play');
const scrubber = element<HTMLInputElement>('scrubber');
const clock = element('clock');
const note = element('note');

const app = new App({ name: 'framemill-player', version: '1.0.0' }, {});
let player: Player | null = null;

app.addEventListener('toolresult', ({ structuredContent }) => {
  const { projectId }: { projectId?: unknown } = structuredContent ?? {};
  if (typeof projectId !== 'string') return say('The answer contains no project id.');
  open(projectId).catch((error: unknown) => say(error instanceof Error ? error.message : String(error)));
});

button.addEventListener('click', () => (player?.state.isPlaying ? player.pause() : player?.play()));
scrubber.addEventListener('input', () => player?.seek(Number(scrubber.value)));

app.connect().catch((error: unknown) => say(String(error)));

async function open(projectId: string): Promise<void> {
  say('Loading the film ...');
  const answer = await app.callServerTool({ name: 'preview_project', arguments: { projectId, format: 'html' } });
  // The first text block holds the facts as JSON; the page is in a later block.
  const block = answer.content.find((item) => item.type === 'text' && item.text.startsWith('<!'));
  if (answer.isError || block?.type !== 'text') throw new Error('The video could not be loaded.');
  player?.close();
  player = createPlayer(stage, {
    html: block.text,
    baseUrl: SERVICE,
    onState({ timeSec, durationSec, isPlaying }) {
      scrubber.max = String(durationSec);
      scrubber.value = String(timeSec);
      clock.textContent = `${timeSec.toFixed(1)} / ${durationSec.toFixed(1)} s`;
      button.textContent = isPlaying ? 'Pause' : 'Play';
    },
  });
  player.frame.id = 'film';
  await player.ready;
  say('');
}

function say(text: string): void {
  note.textContent = text;
}
