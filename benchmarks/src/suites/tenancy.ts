import { FramemillError } from '@framemill/timeline';
import { median } from '../measure/statistics.ts';
import { at, call } from '../stack/call.ts';
import { seedAccounts } from '../stack/seed-accounts.ts';
import { startStack } from '../stack/start-stack.ts';

/**
 * Response times of a route's 404 responses. `foreignMs` is for a resource of another account, `unknownMs` for one that
 * does not exist.
 */
export interface TenancyFigures {
  readonly route: string;
  readonly calls: number;
  readonly foreignMs: number;
  readonly unknownMs: number;
}

const calls = 1_000;
const keysEach = 40;
const title = { op: 'addTextClip', text: 'x', start: 0, duration: 1 };

const probes: {
  method: 'GET' | 'POST';
  path: (id: string) => string;
  of: 'project' | 'render' | 'workspace';
  body?: unknown;
}[] = [
  { method: 'GET', path: (id) => `/projects/${id}`, of: 'project' },
  { method: 'POST', path: (id) => `/projects/${id}/commands`, of: 'project', body: { commands: [title] } },
  { method: 'GET', path: (id) => `/renders/${id}`, of: 'render' },
  { method: 'GET', path: (id) => `/workspaces/${id}`, of: 'workspace' },
];

/**
 * Measures whether the response time of a 404 reveals that another account's resource exists. Sends 1,000 calls of each
 * kind to each route, one at a time, alternating the kinds. Throws when a response is not 404 or the bodies differ.
 */
export async function measureTenancy(log: (line: string) => void): Promise<TenancyFigures[]> {
  const stack = await startStack(0);
  try {
    const [owner, caller] = await seedAccounts(stack.databaseUrl, 2, keysEach);
    const key = owner?.keys[0] ?? '';
    const project = await call(stack.apiHost, key, 'POST', '/projects', { name: 'secret', commands: [title] });
    const projectId = String(at(project, 'project', 'id'));
    const render = await call(stack.apiHost, key, 'POST', '/renders', { projectId });
    const workspace = await call(stack.apiHost, key, 'POST', '/workspaces', { name: 'secret' });
    const ids = {
      project: projectId,
      render: String(at(render, 'render', 'id')),
      workspace: String(at(workspace, 'workspace', 'id')),
    };
    const figures: TenancyFigures[] = [];
    for (const { method, path, of, body } of probes) {
      log(`tenancy: ${method} ${path('{id}')}`);
      const foreign = path(ids[of]);
      const unknown = path(`${ids[of].slice(0, -6)}000000`);
      const times = await takeTurns(stack.apiHost, caller?.keys ?? [], method, { foreign, unknown }, body);
      figures.push({ route: `${method} /v1${path('{id}')}`, calls, ...times });
    }
    return figures;
  } finally {
    await stack.stop();
  }
}

async function takeTurns(
  apiHost: string,
  keys: readonly string[],
  method: string,
  paths: { foreign: string; unknown: string },
  body: unknown,
): Promise<{ foreignMs: number; unknownMs: number }> {
  const times = { foreign: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  for (let n = 0; n < calls; n++) {
    // Each kind is first every other time, so that noise of the machine affects both equally.
    for (const kind of n % 2 === 0 ? (['foreign', 'unknown'] as const) : (['unknown', 'foreign'] as const)) {
      const began = performance.now();
      const answer = await fetch(`${apiHost}/v1${paths[kind]}`, {
        method,
        headers: { authorization: `Bearer ${keys[n % keys.length]}`, 'content-type': 'application/json' },
        body: body === undefined ? null : JSON.stringify(body),
      });
      bodies.add(await answer.text());
      times[kind].push(performance.now() - began);
      if (answer.status !== 404)
        throw new FramemillError(
          'internal_error',
          `${method} ${paths[kind]} returned HTTP status ${answer.status} instead of 404. ` +
            'Correct the access check of the route.',
        );
    }
  }
  if (bodies.size !== 1)
    throw new FramemillError(
      'internal_error',
      `The bodies of 404 responses must be equal for unknown and for foreign ids, but differ: ${[...bodies].join(' ')}`,
    );
  return { foreignMs: median(times.foreign), unknownMs: median(times.unknown) };
}
