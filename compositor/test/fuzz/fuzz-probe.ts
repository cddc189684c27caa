import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { LIBRARY_WORDS } from '../../../timeline/test/library-words.ts';
import { type RenderChild, RenderChildEnded, startRenderChild } from '../../src/child/index.ts';
import { mutate } from './mutate.ts';
import type { SeedFile } from './seed-files.ts';

/** Result of a fuzzing run. */
export interface FuzzResult {
  /** Number of files that were probed successfully. */
  read: number;
  /** Number of files that were rejected with a message for the user. */
  refused: number;
  faults: Fault[];
  /** Peak memory of a child process, in bytes. */
  peakBytes: number;
  /** Duration of the longest probe in seconds, and the name of its file. */
  slowest: { seconds: number; name: string };
}

/** File for which the probe gave no proper response. */
export interface Fault {
  /** Seed of `mutate`, which recreates the file together with `name`. */
  seed: number;
  name: string;
  what: string;
  /** Path at which the faulty file is stored. */
  path: string;
}

/** Options of a fuzzing run. */
export interface FuzzOptions {
  seeds: readonly SeedFile[];
  files: number;
  seed: number;
  /** Folder for the file under test and for faulty files. */
  folder: string;
  /** Time in seconds after which a probe counts as hanging. */
  limitSec?: number;
  onFault?: (fault: Fault) => void;
}

/**
 * Probes mutated files in a render process that is reused for all files, as on a farm node; it is replaced after a
 * crash or a hang. Faults are a crash, a hang, an error other than `invalid_request`, and a message that contains
 * library terms or local paths.
 */
export async function fuzzProbe({
  seeds,
  files,
  seed,
  folder,
  limitSec = 60,
  onFault,
}: FuzzOptions): Promise<FuzzResult> {
  const result: FuzzResult = { read: 0, refused: 0, faults: [], peakBytes: 0, slowest: { seconds: 0, name: '' } };
  const kept = join(folder, 'faults');
  let child: RenderChild = startRenderChild();
  try {
    for (let number = 0; number < files; number++) {
      const own = seed + number;
      const [file, other] = [seeds[own % seeds.length], seeds[(own * 7 + 3) % seeds.length]];
      if (!file || !other) throw new Error('The corpus has no files.');
      const bytes = mutate(file.bytes, other.bytes, own);
      const path = join(folder, `${own}`);
      writeFileSync(path, bytes);
      const startedAt = performance.now();
      const fault = await faultOf(child, path, limitSec, folder, result);
      const seconds = (performance.now() - startedAt) / 1000;
      if (seconds > result.slowest.seconds) result.slowest = { seconds, name: `${own} ${file.name}` };
      result.peakBytes = Math.max(result.peakBytes, peakOf(child.pid));
      rmSync(path, { force: true });
      if (fault === null) continue;
      mkdirSync(kept, { recursive: true });
      const keptPath = join(kept, `${own}-${file.name}`);
      writeFileSync(keptPath, bytes);
      const found = { seed: own, name: file.name, what: fault.what, path: keptPath };
      result.faults.push(found);
      onFault?.(found);
      if (!fault.isGone) continue;
      child.kill('SIGKILL');
      await child.exited;
      child = startRenderChild();
    }
  } finally {
    child.kill('SIGKILL');
    await child.exited;
  }
  return result;
}

/**
 * Probes a file in `child` and returns the fault in the response. Returns null for a proper response, and counts it.
 */
async function faultOf(
  child: RenderChild,
  path: string,
  limitSec: number,
  folder: string,
  result: FuzzResult,
): Promise<{ what: string; isGone: boolean } | null> {
  const limit = Promise.withResolvers<'hangs'>();
  const timer = setTimeout(() => limit.resolve('hangs'), limitSec * 1000);
  const answer = child.run({ type: 'probe', path });
  // A child that hangs is ended: its answer comes to nobody.
  answer.catch(() => undefined);
  try {
    const first = await Promise.race([answer, limit.promise]);
    if (first === 'hangs') return { what: `no answer within ${limitSec} s`, isGone: true };
    result.read += 1;
    return null;
  } catch (error) {
    if (error instanceof RenderChildEnded) return { what: error.message, isGone: true };
    if (!(error instanceof FramemillError)) throw error;
    if (error.code !== 'invalid_request') return { what: `${error.code}: ${error.message}`, isGone: false };
    if (LIBRARY_WORDS.test(error.message) || error.message.includes(folder)) {
      return { what: `says too much: ${error.message}`, isGone: false };
    }
    result.refused += 1;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the peak memory of a process in bytes; 0 when there is no /proc or the process has ended. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
