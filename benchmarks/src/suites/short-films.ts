import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type Database } from '@framemill/infra';
import { type RunFigures, runCommand } from '../measure/run-command.ts';
import { median } from '../measure/statistics.ts';
import { watchUsage } from '../measure/usage-by-role.ts';
import { type BenchMedia, captionStyle } from '../media.ts';
import { buildDocument, videoClip } from '../scenes/scene.ts';
import { applyCommands, at, call, renderProject, uploadIngested } from '../stack/call.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { roleOfCommand, type StackRole, stackRoles, startStack } from '../stack/start-stack.ts';
import { encode } from './scenes.ts';
import { type ServiceSteps, stepNames, stepsOf } from './service-steps.ts';

/** Waiting times for one short video: a 1080p clip with a text over all of it. All times are medians. */
export interface ShortFilmFigures {
  readonly seconds: number;
  /**
   * Times of the reference T, which decodes a part of the clip of the same length with ffmpeg and encodes it again, on
   * all cores.
   */
  readonly t: { readonly wallSec: number; readonly cpuSec: number };
  /** Times of `npm run render`, including npm and the set-up check. */
  readonly command: { readonly wallSec: number; readonly cpuSec: number };
  /** Times through the warm service, from POST until COMPLETED was seen (polled every 40 ms). */
  readonly service: {
    readonly wallSec: number;
    readonly steps: ServiceSteps;
    /** Processor time of the service's processes during the render, by role, in seconds. */
    readonly cpuSec: Readonly<Record<StackRole, number>>;
  };
}

const lengths = [1, 5, 9.5];
const slots = 2;
const askEveryMs = 40;

/**
 * Renders short videos with the command line and through a complete service with two slots, alternating with the
 * reference T (ffmpeg decoding and encoding). Each round uses a new account, so that nothing is reused.
 */
export async function measureShortFilms(
  root: string,
  media: BenchMedia,
  rounds: number,
  log: (line: string) => void,
): Promise<ShortFilmFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-bench-'));
  const stack = await startStack(slots);
  const database = createDatabase(stack.databaseUrl);
  try {
    const accounts = await seedAccounts(stack.databaseUrl, rounds + 1, 1);
    const keys = accounts.map((account) => account.keys[0] ?? '');
    const service = { apiHost: stack.apiHost, database };
    // The first render is not measured: a node starts its second child process with its first range.
    await renderThrough(service, keys.pop() ?? '', media, 5);
    const figures: ShortFilmFigures[] = [];
    for (const seconds of lengths) {
      const project = join(folder, 'film.json');
      writeFileSync(project, JSON.stringify(film(media, seconds)));
      const outFile = join(folder, 'film.mp4');
      const t: RunFigures[] = [];
      const command: RunFigures[] = [];
      const served: ShortFilmFigures['service'][] = [];
      for (const key of keys) {
        const input = ['-t', String(seconds), '-i', media.videos.a];
        t.push(await runCommand(['ffmpeg', '-y', '-v', 'error', ...input, ...encode, join(folder, 't.mp4')]));
        const ours = ['npm', '--prefix', root, 'run', '-s', 'render', '--', project, '-o', outFile, '--no-cache'];
        command.push(await runCommand(ours));
        served.push(await renderThrough(service, key, media, seconds));
        const [local, remote] = [command.at(-1), served.at(-1)];
        log(
          `${seconds} s: T ${t.at(-1)?.wallSec} s, command ${local?.wallSec} s, service ${remote?.wallSec.toFixed(2)} s`,
        );
      }
      figures.push({ seconds, t: middle(t), command: middle(command), service: middleOf(served) });
    }
    return figures;
  } finally {
    await database.close();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function film(media: BenchMedia, seconds: number) {
  const place = { start: 0, duration: seconds };
  return buildDocument(0, [
    { add: videoClip(media.videos.a, 0, seconds, 0) },
    { add: { op: 'addTextClip', text, ...place, trackIndex: 2, style: captionStyle } },
  ]);
}

const text = 'A short film';

async function renderThrough(
  { apiHost, database }: { apiHost: string; database: Database },
  key: string,
  media: BenchMedia,
  seconds: number,
): Promise<ShortFilmFigures['service']> {
  const src = await uploadIngested(apiHost, key, media.videos.a);
  const created = await call(apiHost, key, 'POST', '/projects', { name: 'short' });
  const projectId = String(at(created, 'project', 'id'));
  const place = { start: 0, duration: seconds };
  await applyCommands(apiHost, key, projectId, [
    { op: 'addClip', type: 'video', src, ...place, trackIndex: 0 },
    { op: 'addTextClip', text, ...place, trackIndex: 2, style: captionStyle },
  ]);
  const usage = watchUsage(process.pid, roleOfCommand);
  usage();
  const askedAt = Date.now();
  const render = await renderProject(apiHost, key, projectId, { everyMs: askEveryMs });
  const seenAt = Date.now();
  const used = usage();
  const cpuSec = byRole((role) => used.get(role)?.cpuSec ?? 0);
  const steps = await stepsOf(database, String(at(render, 'id')), { askedAt, seenAt, slots });
  return { wallSec: (seenAt - askedAt) / 1_000, steps, cpuSec };
}

function middle(runs: readonly RunFigures[]): { wallSec: number; cpuSec: number } {
  return { wallSec: median(runs.map(({ wallSec }) => wallSec)), cpuSec: median(runs.map(({ cpuSec }) => cpuSec)) };
}

function middleOf(runs: readonly ShortFilmFigures['service'][]): ShortFilmFigures['service'] {
  const medians = stepNames.map((name) => [name, median(runs.map(({ steps }) => steps[name]))] as const);
  const more = (['renderMs', 'idleMs'] as const).map((name) => [name, median(runs.map(({ steps }) => steps[name]))]);
  const steps = { ...runs[0]?.steps, ...Object.fromEntries([...medians, ...more]) } as ServiceSteps;
  const cpuSec = byRole((role) => median(runs.map((run) => run.cpuSec[role])));
  return { wallSec: median(runs.map(({ wallSec }) => wallSec)), steps, cpuSec };
}

function byRole(secondsOf: (role: StackRole) => number): Record<StackRole, number> {
  return Object.fromEntries(stackRoles.map((role) => [role, secondsOf(role)])) as Record<StackRole, number>;
}
