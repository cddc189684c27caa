import { open, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { machineEngine, type RenderChild, startRenderChild } from '@framemill/compositor/child';
import { browserEnvironment } from '@framemill/compositor/chromium';
import type { QualityLimits } from '@framemill/compositor/plan';
import { FramemillError } from '@framemill/timeline/errors';
import type { RenderOptions } from '../options.ts';
import { createScratch } from '../scratch-folder.ts';
import type { RenderEvents, RenderPool } from './render-pool.ts';
import type { RenderOutcome } from './run-render.ts';
import { noCache, openSegmentCache } from './segment-cache.ts';

/**
 * Renders a project file to `options.outPath` with `options.slots` render processes, and mixes the audio concurrently.
 * A source that already has the requested format is copied without decoding (`planCopy`). The output file appears only
 * when it is complete. Aborting `signal` stops all processes and removes the scratch files. Throws `FramemillError`, or
 * `RenderChildEnded` when a process was killed.
 */
export async function renderProject(
  options: RenderOptions,
  events: RenderEvents,
  signal: AbortSignal,
): Promise<RenderOutcome> {
  const limits = await limitsOf(options);
  return withRenderPool(options, events, signal, async (pool) => {
    const { runRender } = await import('./run-render.ts');
    return runRender(options, events, pool, limits);
  });
}

/**
 * Reads the limits for the finished video from the options; null for none. Call it before rendering, so that an invalid
 * file is reported early. Throws the errors of `readLimits`.
 */
export async function limitsOf({ qc }: Pick<RenderOptions, 'qc'>): Promise<QualityLimits | null> {
  return qc === null ? null : (await import('./read-limits.ts')).readLimits(qc);
}

/**
 * Starts a render process, opens the cache and runs `work`, which may start more processes. Afterwards ends all
 * processes and removes scratch files. Throws the error of `work`.
 */
export async function withRenderPool<Result>(
  options: Pick<RenderOptions, 'outPath' | 'slots' | 'cache'>,
  events: Pick<RenderEvents, 'onWarning'>,
  signal: AbortSignal,
  work: (pool: RenderPool) => Promise<Result>,
): Promise<Result> {
  await requireWritable(options.outPath);
  const scratch = await createScratch();
  const children: RenderChild[] = [];
  const start = () => {
    const child = startRenderChild({ env: browserEnvironment(process.env) });
    children.push(child);
    return child;
  };
  const stop = () => {
    for (const child of children) child.kill();
  };
  let pool: RenderPool | null = null;
  const aim = (outPath: string) => Object.assign(pool ?? {}, placeOf(outPath));
  signal.addEventListener('abort', stop);
  try {
    signal.throwIfAborted();
    // The process starts while this one loads its planning code, which takes about as long.
    const renderers = [start()];
    const { slots, outPath, cache } = options;
    const cached =
      cache === null
        ? { engine: 'local', cache: noCache }
        : { engine: machineEngine(), cache: await openSegmentCache(cache, events.onWarning) };
    const known = { kept: new Set<string>(), hashes: new Map<string, string>(), ...cached };
    pool = { scratch, renderers, slots, start, ...known, ...placeOf(outPath), aim };
    return await work(pool);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await Promise.all(children.map(({ exited }) => exited));
    await rm(scratch, { recursive: true, force: true });
    if (pool !== null) await rm(pool.unfinished, { force: true });
  }
}

function placeOf(out: string): Pick<RenderPool, 'outPath' | 'unfinished'> {
  const outPath = resolve(out);
  return { outPath, unfinished: join(dirname(outPath), `.${basename(outPath)}.part`) };
}

/**
 * Checks that the output can be written, before the long render: creates a file beside it and removes it. Permissions
 * alone do not show a read-only or special file system. Throws `invalid_request` when it cannot be written.
 */
async function requireWritable(outPath: string): Promise<void> {
  const { unfinished } = placeOf(outPath);
  try {
    // Opened to append: it may be the file of another render.
    const file = await open(unfinished, 'a');
    const { size } = await file.stat();
    await file.close();
    if (size === 0) await rm(unfinished, { force: true });
  } catch (cause) {
    const folder = dirname(unfinished);
    const message = `The output folder ${folder} does not exist or is not writable. Create it, or change -o.`;
    throw new FramemillError('invalid_request', message, {}, { cause });
  }
  const existing = await stat(outPath).catch(() => null);
  if (existing?.isDirectory())
    throw new FramemillError('invalid_request', `${outPath} is a folder. Give -o a file name.`);
}
