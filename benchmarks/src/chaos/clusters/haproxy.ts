import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '@framemill/infra';
import { startFileServer } from '@framemill/testing/local-server';
import { FramemillError } from '@framemill/timeline';
import type { PostgresPair } from './postgres-pair.ts';
import { type Program, startProgram } from './programs.ts';

/** HAProxy whose address leads to the primary of a PostgreSQL. */
export interface PrimaryProxy {
  /** Address as `host:port`. */
  readonly host: string;
  close(): Promise<void>;
}

/** Returns the version of HAProxy on this machine, such as `2.6.12`; null: it has none. */
export function haproxyVersion(): string | null {
  const { stdout } = spawnSync('haproxy', ['-v'], { encoding: 'utf8' });
  return /version (\d+(?:\.\d+)+)/.exec(stdout ?? '')?.[1] ?? null;
}

/**
 * Starts HAProxy with the part for PostgreSQL of `infra/deploy/haproxy/haproxy.cfg`. In place of Patroni, this process
 * answers its checks of both servers.
 */
export async function startPrimaryProxy(root: string, folder: string, pair: PostgresPair): Promise<PrimaryProxy> {
  const [defaults = '', , postgres = ''] = (
    await readFile(join(root, 'infra/deploy/haproxy/haproxy.cfg'), 'utf8')
  ).split(/^(?=(?:listen|backend|frontend) )/m);
  const checks = await Promise.all(
    pair.ports.map((port) =>
      startFileServer(async (_request, response) => {
        response.writeHead((await pair.isPrimary(port)) ? 200 : 503).end();
      }),
    ),
  );
  const port = await freePort();
  const places = {
    '127.0.0.1:5432': `127.0.0.1:${port}`,
    '10.0.0.21:5432 check port 8008': `127.0.0.1:${pair.ports[0]} check port ${checks[0]?.port}`,
    '10.0.0.22:5432 check port 8008': `127.0.0.1:${pair.ports[1]} check port ${checks[1]?.port}`,
  };
  let text = `${defaults}${postgres}`;
  for (const [from, to] of Object.entries(places)) {
    if (!text.includes(from))
      throw new FramemillError('internal_error', `haproxy.cfg no longer has the address ${from}. Change haproxy.ts.`);
    text = text.replace(from, to);
  }
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, text);
  const program: Program = await startProgram({
    ...{ command: 'haproxy', args: ['-db', '-f', file], stopSignal: 'TERM' },
    // It reports first that the replica is no primary.
    ready: /Server postgres\/\S+ is DOWN/,
  });
  return {
    host: `127.0.0.1:${port}`,
    async close() {
      await program.stop();
      await Promise.all(checks.map((check) => check.close()));
    },
  };
}
