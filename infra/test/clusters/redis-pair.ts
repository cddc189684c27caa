import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { createRedis, freePort } from '../../src/index.ts';
import { type Running, startProgram } from './programs.ts';

/** Password of each Redis of a pair. */
export const redisPassword = 'secret';

/**
 * Starts a redis-server with the configuration `lines` and waits until it is ready. Its files are in `folder`. The
 * caller stops it.
 */
export async function startRedis(
  folder: string,
  name: string,
  lines: readonly string[],
  args: readonly string[] = [],
): Promise<Running> {
  const file = path.join(folder, `${name}.conf`);
  writeFileSync(file, `${['bind 127.0.0.1', `dir ${folder}`, ...lines].join('\n')}\n`);
  // Sentinels write to their file.
  chmodSync(file, 0o666);
  const program = startProgram('redis-server', [file, ...args]);
  await vi.waitFor(() => expect(program.output()).toMatch(/Ready to accept connections|Sentinel ID is/), 100_000);
  return program;
}

/** A primary, its replica, and the Sentinels that watch them. They name the primary "main". */
export interface RedisPair {
  readonly primary: Running;
  readonly port: number;
  readonly replicaPort: number;
  readonly sentinelPorts: readonly number[];
  /** All programs of the pair, which the caller stops. */
  readonly programs: readonly Running[];
  /** Starts the server at `port` anew, as a primary without data: as a machine that was lost comes back. */
  startPrimaryAgain(): Promise<Running>;
}

/**
 * Starts a pair. Resolves when every Sentinel knows the replica and all other Sentinels. A server that does not answer
 * for `downAfterMs` counts as lost.
 */
export async function startRedisPair(folder: string, sentinels: number, downAfterMs = 500): Promise<RedisPair> {
  const [port, replicaPort] = [await freePort(), await freePort()];
  const common = ['save ""', 'repl-diskless-sync-delay 0'];
  const secrets = [`requirepass ${redisPassword}`, `masterauth ${redisPassword}`];
  const primaryLines = [`port ${port}`, ...common, ...secrets];
  const primary = await startRedis(folder, `primary-${port}`, primaryLines);
  const replicaLines = [`port ${replicaPort}`, `replicaof 127.0.0.1 ${port}`, ...common, ...secrets];
  const programs = [primary, await startRedis(folder, `replica-${replicaPort}`, replicaLines)];
  const majority = Math.floor(sentinels / 2) + 1;
  const watched = [
    `sentinel monitor main 127.0.0.1 ${port} ${majority}`,
    `sentinel auth-pass main ${redisPassword}`,
    ...[`down-after-milliseconds main ${downAfterMs}`, 'failover-timeout main 3000'].map((line) => `sentinel ${line}`),
  ];
  const sentinelPorts: number[] = [];
  for (let i = 0; i < sentinels; i += 1) {
    const own = await freePort();
    sentinelPorts.push(own);
    programs.push(await startRedis(folder, `sentinel-${own}`, [`port ${own}`, ...watched], ['--sentinel']));
  }
  for (const own of sentinelPorts) {
    const sentinel = createRedis(`redis://127.0.0.1:${own}`, 'plain');
    await vi.waitFor(async () => {
      expect(String(await sentinel.call('SENTINEL', 'REPLICAS', 'main'))).toContain(String(replicaPort));
      const others = String(await sentinel.call('SENTINEL', 'SENTINELS', 'main'));
      for (const other of sentinelPorts) if (other !== own) expect(others).toContain(String(other));
    }, 100_000);
    sentinel.disconnect();
  }
  const startPrimaryAgain = () => startRedis(folder, `again-${port}`, primaryLines);
  return { primary, port, replicaPort, sentinelPorts, programs, startPrimaryAgain };
}
