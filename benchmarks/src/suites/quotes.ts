import type { Command } from '@framemill/timeline';
import { median } from '../measure/statistics.ts';
import type { BenchMedia } from '../media.ts';
import { applyCommands, at, call, renderProject, secondsOf, uploadIngested } from '../stack/call.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** Figures of one render and of the quote requested right before it. */
export interface QuotedRender {
  readonly what: string;
  readonly frames: number;
  readonly framesToRender: number;
  /** Whether the quote stated the exact number of segments that were rendered. */
  readonly isExact: boolean;
  readonly measuredBy: string;
  readonly quotedSec: number;
  readonly tookSec: number;
}

/** Number of completed renders, and accuracy of their quotes. */
export interface QuoteFigures {
  readonly renders: readonly QuotedRender[];
  /** Number of renders whose quoted seconds are within 25 % of the actual ones. */
  readonly within: number;
  /** Median relative error of the quoted seconds, |quoted / took - 1|. */
  readonly medianError: number;
}

const slots = 2;
/** Number of renders at the beginning from which the service measures its speed. They are not counted. */
const learning = 4;

interface Sources {
  readonly a: string;
  readonly b: string;
  readonly logo: string;
}

const video = (src: string, seconds: number, more: object = {}): Command => ({
  ...{ op: 'addClip', type: 'video', src, start: 0, duration: seconds, trackIndex: 0, ...more },
});
const title = (text: string, seconds: number): Command => ({
  ...{ op: 'addTextClip', text, start: 0.5, duration: seconds - 1, trackIndex: 2, style: { fontSize: 90 } },
});

/**
 * Kinds of videos that need different work: for each a name, and a function that returns the commands that create a
 * video of `seconds`.
 */
const films: readonly (readonly [string, (sources: Sources, seconds: number) => Command[]])[] = [
  ['title', (_, seconds) => [title('A title on nothing', seconds)]],
  ['video', ({ a }, seconds) => [video(a, seconds), title('Over a video', seconds)]],
  ['blurred video', ({ b }, seconds) => [{ ...video(b, seconds), effects: [{ type: 'blur' }] }]],
  [
    'two videos',
    ({ a, b }, seconds) => [video(a, seconds), video(b, seconds, { trackIndex: 1, transform: { scale: 0.4 } })],
  ],
  [
    'logo',
    ({ a, logo }, seconds) => [
      video(a, seconds),
      { op: 'addClip', type: 'image', src: logo, start: 0, duration: seconds, trackIndex: 1 },
    ],
  ],
];
const qualities = ['standard', 'draft', 'high'] as const;

/**
 * Requests a quote for each of `count` videos on a separate service, and renders each video right after its quote.
 * Every fifth video is an edited version of the previous one.
 */
export async function measureQuotes(
  media: BenchMedia,
  count: number,
  log: (line: string) => void,
): Promise<QuoteFigures> {
  const stack = await startStack(slots);
  try {
    const [account] = await seedAccounts(stack.databaseUrl, 1, 1);
    const service = { apiHost: stack.apiHost, key: account?.keys[0] ?? '' };
    const sources = await uploaded(service, media);
    const renders: QuotedRender[] = [];
    let projectId = '';
    for (let n = 0; n < learning + count; n++) {
      const [name, commandsOf] = films[n % films.length] ?? films[0] ?? ['', () => []];
      const seconds = 3 + ((n * 5) % 13);
      const quality = qualities[n % qualities.length] ?? 'standard';
      const isEdit = n % 5 === 4;
      if (!isEdit) projectId = await newProject(service, commandsOf(sources, seconds));
      else await edit(service, projectId);
      const what = isEdit ? 'the one before, its title at another place' : `${name}, ${seconds} s, ${quality}`;
      const one = await quoted(service, projectId, isEdit ? (qualities[(n - 1) % 3] ?? 'standard') : quality, what);
      log(`quotes ${n - learning + 1}: ${one.what}: ${one.quotedSec} s quoted, ${one.tookSec.toFixed(2)} s taken`);
      if (n >= learning) renders.push(one);
    }
    const errors = renders.map(({ quotedSec, tookSec }) => Math.abs(quotedSec / tookSec - 1));
    return { renders, within: errors.filter((error) => error <= 0.25).length, medianError: median(errors) };
  } finally {
    await stack.stop();
  }
}

interface Service {
  readonly apiHost: string;
  readonly key: string;
}

async function uploaded({ apiHost, key }: Service, { videos, logo }: BenchMedia): Promise<Sources> {
  const upload = (file: string) => uploadIngested(apiHost, key, file);
  return { a: await upload(videos.a), b: await upload(videos.b), logo: await upload(logo) };
}

async function newProject({ apiHost, key }: Service, commands: readonly Command[]): Promise<string> {
  const projectId = String(at(await call(apiHost, key, 'POST', '/projects', { name: 'quoted' }), 'project', 'id'));
  for (const { effects, ...command } of commands) {
    const [clipId] = await applyCommands(apiHost, key, projectId, [command as Command]);
    for (const { type } of (effects ?? []) as { type: string }[]) {
      const looks = { commands: [{ op: 'addEffect', clipId, type }] };
      at(await call(apiHost, key, 'POST', `/projects/${projectId}/commands`, looks), 'results', 0, 'data', 'effectId');
    }
  }
  return projectId;
}

async function edit({ apiHost, key }: Service, projectId: string): Promise<void> {
  const added = { op: 'addTextClip', text: 'An edit', start: 0, duration: 1.5, trackIndex: 2 };
  await applyCommands(apiHost, key, projectId, [added]);
}

async function quoted(service: Service, projectId: string, quality: string, what: string): Promise<QuotedRender> {
  const { apiHost, key } = service;
  const quote = at(await call(apiHost, key, 'POST', '/renders', { projectId, quality, dryRun: true }), 'quote');
  const render = await renderProject(apiHost, key, projectId, { quality, everyMs: 150 });
  const rendered = Number(at(render, 'totalSegments')) - Number(at(render, 'reusedSegments'));
  return {
    what,
    frames: Number(at(quote, 'frames', 'total')),
    framesToRender: Number(at(quote, 'frames', 'toRender')),
    isExact: rendered === Number(at(quote, 'segments', 'toRender')),
    measuredBy: String(at(quote, 'measuredBy')),
    quotedSec: Number(at(quote, 'expectedSeconds')),
    tookSec: secondsOf(render),
  };
}
