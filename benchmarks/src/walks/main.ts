// The files that a reader passes from a request to its result. Writes them to `.build/walks.json`, from which
// `infra/bootstrap/code-figures.mjs` prints their number. Takes some minutes.
//
// All functions of the packages (`<package>/src`) are marked, and each process, thread and render process records its
// calls. A file counts when one of its functions is called between the start and the end of the walk. Everything was
// done once before, so modules are loaded and caches filled. Code outside of functions does not count. Files are in the
// order of their first calls. A folder change is a pair of consecutive files in different folders.
//
// - `render`: from POST /v1/renders until the file is stored. Functions that also ran in a longer time without requests
//   do not count: polling, leases. `carriers` approximates what a reader follows: only files of which an async function
//   ran. These functions pass the request on and wait for the next step; the others compute something for them.
// - `effect`: from a command that changes an effect's parameter to the drawn image, in one process. `own` approximates
//   what a reader of effects follows: only files of which a function ran that does not run for a clip without effects.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@framemill/infra';
import { startService } from '@framemill/testing/service';
import { markFunctions, type SourceFunction } from './mark-functions.ts';

/** Period of time. Start and end are in ms since 1970. */
interface Period {
  readonly from: number;
  readonly to: number;
}

const root = path.resolve(import.meta.dirname, '../../..');
const packages = ['api', 'cli', 'compositor', 'farm', 'infra', 'scheduler', 'timeline'];
/**
 * Duration of the recording without requests, in ms. It is longer than a walk (the recorded path of a request) and than
 * the periods of most timers.
 */
const idleMs = 30_000;
/**
 * Pause between the recorded steps, in ms. It exceeds one second because each function's calls are recorded once a
 * second.
 */
const pauseMs = 1_500;

const folder = mkdtempSync(path.join(tmpdir(), 'framemill-walks-'));
try {
  const functions = markFunctions(root, sourceFiles(), folder);
  const env = {
    WALK_FOLDER: folder,
    NODE_OPTIONS: `--import=${new URL('./record-calls.ts', import.meta.url).href}`,
    NODE_DISABLE_COMPILE_CACHE: '1',
  };
  const { without, changed } = changeEffect(env);
  const effect = { ...walkOf(functions, changed), own: walkOf(functions, changed, without) };
  for (const file of readdirSync(folder)) if (file.endsWith('.calls')) rmSync(path.join(folder, file));
  const { idle, request } = await render(env);
  const isAsync = functions.map((one) => one.isAsync);
  const carriers = walkOf(functions, request, idle, (index) => isAsync[index] === true);
  const walks = { effect, render: { ...walkOf(functions, request, idle), carriers } };
  mkdirSync(path.join(root, '.build'), { recursive: true });
  writeFileSync(path.join(root, '.build/walks.json'), `${JSON.stringify(walks, null, 1)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function sourceFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', ...packages.map((name) => `${name}/src`)], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64_000_000,
  });
  return listed.split('\0').filter((file) => /\.(ts|mjs|js)$/.test(file) && !/\.test\.|\.d\.m?ts$/.test(file));
}

/**
 * Changes a clip without effects, then a clip with an effect, and draws both results, in a separate process. Returns
 * the time of each.
 */
function changeEffect(env: Record<string, string>): { without: Period; changed: Period } {
  const program = path.join(import.meta.dirname, 'change-effect.ts');
  return JSON.parse(execFileSync(process.execPath, [program], { env: { ...process.env, ...env }, encoding: 'utf8' }));
}

/**
 * Renders a video with a text and music on a complete service with one slot, after two earlier renders of the project.
 * The colour of the text and the volume of the music were changed since, so no segment and no audio is reused.
 */
async function render(env: Record<string, string>): Promise<{ idle: Period; request: Period }> {
  const service = await startService({ slots: 1, env });
  const database = createDatabase(service.databaseUrl);
  try {
    const media: string[] = [];
    for (const name of ['ocean.mp4', 'music.flac']) {
      const { id } = await service.upload(path.join(root, 'infra/bootstrap/sample/media', name));
      await service.ingested(id);
      media.push(id);
    }
    const place = { start: 0, duration: 2 };
    const commands = [
      { op: 'addClip', type: 'video', src: media[0], trackIndex: 0, ...place },
      { op: 'addTextClip', text: 'Ocean', trackIndex: 2, ...place },
      { op: 'addClip', type: 'audio', src: media[1], trackIndex: 3, ...place },
    ];
    const { project, results } = await service.call('POST', '/v1/projects', { name: 'Walk', commands });
    const [, textId, clipId] = results.map((result: { data: { clipId: string } }) => result.data.clipId);
    const rendered = async () => {
      const from = Date.now();
      const body = { projectId: project.id, format: 'mp4' };
      const { render } = await service.call('POST', '/v1/renders', body);
      // Not through the API, whose functions would count.
      for (;;) {
        const { status, errorMsg } = await database.client.render.findUniqueOrThrow({ where: { id: render.id } });
        if (status === 'COMPLETED') return { from, to: Date.now() };
        if (errorMsg !== null) throw new Error(`The render is ${status}: ${errorMsg}`);
        await delay(20);
      }
    };
    const change = (volume: number, color: string) =>
      service.call('POST', `/v1/projects/${project.id}/commands`, {
        commands: [
          { op: 'setVolume', clipId, volume },
          { op: 'setTextStyle', clipIds: [textId], style: { color } },
        ],
      });
    await rendered();
    await change(0.9, '#ff0000');
    await rendered();
    await change(0.8, '#00ff00');
    await delay(pauseMs);
    const from = Date.now();
    await delay(idleMs);
    const idle = { from, to: Date.now() };
    await delay(pauseMs);
    const request = await rendered();
    await delay(pauseMs);
    return { idle, request };
  } finally {
    await database.close();
    await service.stop();
  }
}

/**
 * Reads the recorded calls and returns the files that a request passes through. Only functions accepted by `counts` are
 * considered, without those that also ran in the period `others`.
 */
function walkOf(
  functions: readonly SourceFunction[],
  walk: Period,
  others?: Period,
  counts: (index: number) => boolean = () => true,
): { files: string[]; folderChanges: number } {
  const calls = readdirSync(folder)
    .filter((file) => file.endsWith('.calls'))
    .flatMap((file) => readFileSync(path.join(folder, file), 'utf8').trim().split('\n'))
    .map((line) => line.split(' ').map(Number))
    .map(([index = 0, time = 0]) => ({ index, time }))
    .toSorted((a, b) => a.time - b.time);
  const within = ({ from, to }: Period) => calls.filter(({ time }) => time >= from && time <= to);
  const excluded = new Set(others ? within(others).map(({ index }) => index) : []);
  const called = within(walk).filter(({ index }) => !excluded.has(index) && counts(index));
  const files = [...new Set(called.flatMap(({ index }) => functions[index]?.file ?? []))];
  const folderChanges = files.filter((file, place) => {
    const before = files[place - 1];
    return before !== undefined && path.dirname(before) !== path.dirname(file);
  }).length;
  return { files, folderChanges };
}
