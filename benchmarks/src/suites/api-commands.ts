import { FramemillError } from '@framemill/timeline';
import { apart } from '../measure/run-command.ts';
import { percentile } from '../measure/statistics.ts';
import { at, call } from '../stack/call.ts';
import { type BenchAccount, seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/** Results of the editing benchmark, with the API process on one core. */
export interface ApiCommandsFigures {
  readonly projects: number;
  readonly clips: number;
  readonly commands: number;
  readonly connections: number;
  readonly seconds: number;
  readonly batches: number;
  readonly batchesPerSec: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const projects = 50;
const keysEach = 10;
const clips = 200;
const commandsEach = 10;
/** Number of connections. Each has two projects of its own, so that batches never conflict. */
const connections = 25;

/** Project to edit, with the API keys of its account. */
export interface Editable {
  readonly path: string;
  readonly keys: readonly string[];
  readonly clipIds: readonly string[];
}

/**
 * Measures `POST /v1/projects/{id}/commands`: batches of 10 commands on documents of 200 clips. There are 50 projects
 * of 50 accounts with 10 keys each. The rate limiter is the real one; the real API process is pinned to core 0. Throws
 * unless every command succeeds. Linux only (taskset).
 */
export async function measureApiCommands(seconds: number, log: (line: string) => void): Promise<ApiCommandsFigures> {
  const stack = await startStack(0);
  try {
    log(`api-commands: ${projects} projects of ${clips} clips`);
    const editables: Editable[] = [];
    for (const account of await seedAccounts(stack.databaseUrl, projects, keysEach)) {
      editables.push(await makeProject(stack.apiHost, account));
    }
    return await apart(stack.pidOf('api/src/main.ts'), async () => {
      await edit(stack.apiHost, editables, 2);
      log(`api-commands: ${seconds} s of load`);
      const began = performance.now();
      const times = await edit(stack.apiHost, editables, seconds);
      const took = (performance.now() - began) / 1_000;
      return {
        ...{ projects, clips, commands: commandsEach, connections, seconds: took, batches: times.length },
        batchesPerSec: times.length / took,
        p50Ms: percentile(times, 0.5),
        p99Ms: percentile(times, 0.99),
      };
    });
  } finally {
    await stack.stop();
  }
}

/** Creates a project of 200 text clips. */
export async function makeProject(apiHost: string, { keys }: BenchAccount): Promise<Editable> {
  const commands = Array.from({ length: clips }, (_, n) => ({
    ...{ op: 'addTextClip', text: `Clip ${n}`, start: (n % 50) * 2, duration: 2, trackIndex: Math.floor(n / 50) },
    style: { fontSize: 60 },
  }));
  const key = keys[0] ?? '';
  const made = await call(apiHost, key, 'POST', '/projects', { name: 'edited', commands });
  const results = at(made, 'results');
  if (!Array.isArray(results))
    throw new FramemillError('internal_error', 'The response to POST /projects has no list of results.');
  const clipIds = results.map((_result, n) => String(at(made, 'results', n, 'data', 'clipId')));
  return { path: `/projects/${String(at(made, 'project', 'id'))}/commands`, keys, clipIds };
}

async function edit(apiHost: string, editables: readonly Editable[], seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const each = editables.length / connections;
  const connection = async (_: unknown, place: number) => {
    const own = editables.slice(place * each, (place + 1) * each);
    for (let n = 0; performance.now() < until; n++) {
      const editable = own[n % own.length];
      if (!editable) {
        const message = `${editables.length} projects are too few for ${connections} connections. Create one for each.`;
        throw new FramemillError('internal_error', message);
      }
      const began = performance.now();
      await editOnce(apiHost, editable, n);
      times.push(performance.now() - began);
    }
  };
  await Promise.all(Array.from({ length: connections }, connection));
  return times;
}

/** Sends one batch of 10 commands, the `n`-th of this project. Throws `internal_error` unless all succeed. */
export async function editOnce(apiHost: string, { path, keys, clipIds }: Editable, n: number): Promise<void> {
  const commands = Array.from({ length: commandsEach }, (_, i) => ({
    ...{ op: 'setTransform', clipId: clipIds[(n * commandsEach + i) % clipIds.length], x: n % 300, y: i, opacity: 0.9 },
  }));
  const answer = await call(apiHost, keys[n % keys.length] ?? '', 'POST', path, { commands });
  if (at(answer, 'ok') !== true)
    throw new FramemillError(
      'internal_error',
      `POST ${path} failed for at least one command. Correct it: ${JSON.stringify(answer).slice(0, 2_000)}`,
    );
}
