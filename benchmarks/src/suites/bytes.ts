import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { FramemillError } from '@framemill/timeline';
import { type RunFigures, runCommand } from '../measure/run-command.ts';
import type { MakeFile } from '../media.ts';
import { buildDocument, videoClip } from '../scenes/scene.ts';
import { bytesSize, makeContents } from './bytes-contents.ts';

/** Render options whose compression is measured: the three qualities, and `standard` with the other compressions. */
export const bytesLevels = ['draft', 'standard', 'high', 'fast', 'small'] as const;

/** Name of a set of render options whose compression is measured. */
type BytesLevel = (typeof bytesLevels)[number];

/** Size and similarity of one encoded file. */
export interface EncodedFile {
  readonly bytes: number;
  /** Structural similarity to the source over all planes, 0 to 1, mean of all frames. */
  readonly ssim: number;
  readonly cpuSec: number;
}

/** Compression of one test video at one level, compared with one pass of ffmpeg with the same encoder. */
export interface BytesFigures {
  readonly content: string;
  readonly about: string;
  readonly level: BytesLevel;
  readonly ours: EncodedFile;
  /**
   * Files encoded by ffmpeg, by rising `crf`: half a step below the `crf` of the level, at it, and half a step above
   * it.
   */
  readonly theirs: readonly (EncodedFile & { readonly crf: number })[];
  /** Size of Framemill's file divided by the size that ffmpeg needs for the same similarity. */
  readonly ratio: number;
}

/**
 * Framemill's options for each level, with the preset and constant rate factor (CRF) that ffmpeg uses in the
 * comparison.
 */
const levels: Record<BytesLevel, { readonly ours: readonly string[]; readonly preset: string; readonly crf: number }> =
  {
    draft: { ours: ['--quality', 'draft'], preset: 'ultrafast', crf: 30 },
    standard: { ours: ['--quality', 'standard'], preset: 'veryfast', crf: 23 },
    high: { ours: ['--quality', 'high'], preset: 'medium', crf: 18 },
    fast: { ours: ['--quality', 'standard', '--compression', 'fast'], preset: 'veryfast', crf: 23 },
    small: { ours: ['--quality', 'standard', '--compression', 'small'], preset: 'medium', crf: 24.5 },
  };
/**
 * Offsets from the level's constant rate factor at which ffmpeg encodes. They are small because the similarity may
 * hardly rise over a range in which the size rises a lot: where grain begins to be kept.
 */
const around = [-0.5, 0, 0.5];
const run = promisify(execFile);

/**
 * Measures how large Framemill's files are, relative to those of one pass of ffmpeg with the same similarity to the
 * source. Uses eight test videos of `seconds` and five levels (sets of render options). Framemill and ffmpeg encode the
 * same frames of the same file. The figures of ffmpeg's files are stored beside the test videos, and reused by later
 * runs. ffmpeg uses the same x264 preset as Framemill, or `medium` for the level `small`, and
 * places key frames at scene cuts and at least every 250 frames. The results do not depend on the machine's speed.
 */
export async function measureBytes(
  { root, make, seconds }: { readonly root: string; readonly make: MakeFile; readonly seconds: number },
  log: (line: string) => void,
): Promise<BytesFigures[]> {
  const folder = mkdtempSync(join(tmpdir(), 'framemill-bench-'));
  try {
    const figures: BytesFigures[] = [];
    for (const { name, about, file } of await makeContents(make, join(root, 'infra/bootstrap/sample/media'), seconds)) {
      const project = join(folder, 'film.json');
      const document = buildDocument(0, [{ add: videoClip(file, 0, seconds, 0) }], bytesSize);
      writeFileSync(project, JSON.stringify(document));
      for (const level of bytesLevels) {
        const out = join(folder, 'out.mp4');
        const render = ['npm', '--prefix', root, 'run', '-s', 'render', '--', project, '-o', out, '--no-cache'];
        const { ours: options, preset, crf } = levels[level];
        const encodeAt = async (step: number) => {
          const rate = ['-c:v', 'libx264', '-preset', preset, '-crf', String(crf + step)];
          const groups = ['-g', '250', '-sc_threshold', '40', '-an', '-pix_fmt', 'yuv420p'];
          const their = join(folder, `ffmpeg${step}.mp4`);
          const command = ['ffmpeg', '-y', '-v', 'error', '-i', file, ...rate, ...groups, their];
          const stored = `${file}-${preset}-${crf + step}.json`;
          return { crf: crf + step, ...(await storedOnce(stored, () => encoded(command, their, file))) };
        };
        const [ours, ...theirs] = await Promise.all([
          encoded([...render, ...options], out, file),
          ...around.map(encodeAt),
        ]);
        const ratio = ours.bytes / bytesAt(ours.ssim, theirs);
        figures.push({ content: name, about, level, ours, theirs, ratio });
        log(`bytes: ${name}, ${level}: ${((ratio - 1) * 100).toFixed(1)} % (SSIM ${ours.ssim.toFixed(4)})`);
      }
    }
    return figures;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function encoded(command: readonly string[], out: string, source: string): Promise<EncodedFile> {
  const { cpuSec }: RunFigures = await runCommand(command);
  return { bytes: statSync(out).size, ssim: await similarity(out, source), cpuSec };
}

/**
 * Returns the figures of ffmpeg's file that an earlier run has stored at `path`; measures and stores them otherwise.
 */
async function storedOnce(path: string, measure: () => Promise<EncodedFile>): Promise<EncodedFile> {
  // Written by an earlier run of this program.
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'));
  const figures = await measure();
  writeFileSync(path, JSON.stringify(figures));
  return figures;
}

/**
 * Estimates the size in bytes that an encoder needs to reach the similarity `ssim` (SSIM, 0-1) to the source. `files`
 * are results of this encoder. The estimate is a line through the two files whose similarities are nearest below and
 * above `ssim`, or through the two nearest files on one side. As for a BD-rate, the axes are the similarity in dB and
 * the logarithm of the size.
 */
export function bytesAt(ssim: number, files: readonly Pick<EncodedFile, 'bytes' | 'ssim'>[]): number {
  const sorted = files.toSorted((one, other) => one.ssim - other.ssim);
  const above = sorted.findIndex((file) => file.ssim >= ssim);
  const second = Math.max(1, above < 0 ? sorted.length - 1 : above);
  const [a, b] = [sorted[second - 1], sorted[second]];
  if (!a || !b) throw new FramemillError('internal_error', `Two files to compare are needed (got ${files.length}).`);
  const [x, y, at] = [decibels(a.ssim), decibels(b.ssim), decibels(ssim)];
  // Equal similarities: bytes alone are compared.
  const share = Math.abs(y - x) < 1e-6 ? 0.5 : (at - x) / (y - x);
  return Math.exp(Math.log(a.bytes) + share * (Math.log(b.bytes) - Math.log(a.bytes)));
}

/** Converts a similarity (SSIM, 0-1) to dB: 0.99 is 20 dB. */
function decibels(ssim: number): number {
  return -10 * Math.log10(Math.max(1e-9, 1 - ssim));
}

async function similarity(file: string, source: string): Promise<number> {
  // Frames are compared by their number; the files have different clocks.
  const graph = '[0:v]settb=1/30,setpts=N[a];[1:v]settb=1/30,setpts=N[b];[a][b]ssim';
  const args = ['-v', 'info', '-nostats', '-i', file, '-i', source, '-lavfi', graph, '-f', 'null', '-'];
  const { stderr } = await run('ffmpeg', args, { maxBuffer: 1 << 24 });
  const all = /SSIM .*All:([\d.]+)/.exec(stderr)?.[1];
  if (all === undefined) throw new FramemillError('internal_error', `ffmpeg printed no SSIM: ${stderr.slice(-500)}`);
  return Number(all);
}
