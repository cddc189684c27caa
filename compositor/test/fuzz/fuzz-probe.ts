import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { LIBRARY_WORDS } from '../../../timeline/test/library-words.ts';
import { type RenderChild, RenderChildEnded, startRenderChild } from '../../src/child/index.ts';
import { mutate } from './mutate.ts';
import type { SeedFile } from './seed-files.ts';

/** What a run found. */
export interface FuzzResult {
  /** Files that were described. */
  read: number;
  /** Files that were refused with a reason for people. */
  refused: number;
  faults: Fault[];
  /** The most memory of a child, in bytes. */
  peakBytes: number;
  /** The longest probe, in seconds, and its file. */
  slowest: { seconds: number; name: string };
}

/** A file that had no proper answer. */
export interface Fault {
  /** Of `mutate`; with `name` it makes the file again. */
  seed: number;
  name: string;
  what: string;
  /** Where the file is kept. */
  path: string;
}

/** How a run is made. */
export interface FuzzOptions {
  seeds: readonly SeedFile[];
  files: number;
  seed: number;
  /** Where the file under test and those with faults are written. */
  folder: string;
  /** A probe that takes longer hangs. Seconds. */
  limitSec?: number;
  onFault?: (fault: Fault) => void;
}

/**
 * Probes mutated files in a render process that lives from file to file, as on a farm node; one that died or hung is
 * replaced. A fault is a death, a hang, an error that is not `invalid_request`, and a message with words of a library
 * or paths of the machine.
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

/** What is wrong with a probe's answer, null for a proper one, which is counted. */
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

/** The most memory a process had, in bytes; 0 where there is no /proc, or it has ended. */
function peakOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}
