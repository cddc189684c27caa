import type { CodecFigures } from '../measure/codecs-alone.ts';
import type { ImageSize } from '../measure/image-size.ts';
import type { RunFigures } from '../measure/run-command.ts';
import { median } from '../measure/statistics.ts';

/** Runs of one side on one scene. */
export interface SideFigures {
  readonly wallSec: readonly number[];
  readonly cpuSec: readonly number[];
  readonly medianWallSec: number;
  readonly medianCpuSec: number;
  /** Largest of any single process in any run, bytes; null where /proc is missing. */
  readonly peakProcessBytes: number | null;
  readonly sizeBytes: number;
}

/** What came out of one scene at one length. */
export interface SceneFigures {
  readonly scene: string;
  readonly about: string;
  readonly seconds: number;
  readonly frames: number;
  readonly ours: SideFigures;
  /** The best ffmpeg graph; null where there is nothing to filter or no graph draws it. */
  readonly ffmpeg: SideFigures | null;
  /** MLT; null where it was not run. */
  readonly mlt: SideFigures | null;
  /** Median wall time over that of T in the same rounds. */
  readonly ratioToT: number;
  readonly cpuRatioToT: number;
  /** What the codecs alone take of `cpuRatioToT`; null where none has work, absent in figures of earlier releases. */
  readonly codecs?: CodecFigures | null;
  /** How many times faster than the ffmpeg graph; null without one. */
  readonly fasterThanFfmpeg: number | null;
  readonly fasterThanMlt: number | null;
  /** Our encoded picture against that of ffmpeg (its graph, or T where there is nothing to filter), dB; null: ffmpeg draws no such picture. */
  readonly psnr: { readonly luma: number; readonly average: number } | null;
}

/** All runs of one length and size: T and the scenes, in turns. */
export interface LengthFigures {
  readonly seconds: number;
  /** Absent in figures of earlier releases: 1080p30. */
  readonly size?: ImageSize['name'];
  readonly t: SideFigures;
  readonly scenes: readonly SceneFigures[];
}

/** Processor time of the codecs alone over that of T; null where it was not measured. */
export function codecsOfT({ codecs }: SceneFigures, t: SideFigures): number | null {
  return codecs ? (codecs.decodeCpuSec + codecs.encodeCpuSec) / t.medianCpuSec : null;
}

/** Sums runs of one side up. */
export function sideFigures(runs: readonly RunFigures[], sizeBytes: number): SideFigures {
  const peaks = runs.map((run) => run.peakProcessBytes).filter((peak) => peak !== null);
  return {
    wallSec: runs.map((run) => run.wallSec),
    cpuSec: runs.map((run) => run.cpuSec),
    medianWallSec: median(runs.map((run) => run.wallSec)),
    medianCpuSec: median(runs.map((run) => run.cpuSec)),
    peakProcessBytes: peaks.length > 0 ? Math.max(...peaks) : null,
    sizeBytes,
  };
}
