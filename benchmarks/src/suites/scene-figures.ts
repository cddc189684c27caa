import type { CodecFigures } from '../measure/codecs-alone.ts';
import type { ImageSize } from '../measure/inspect-video.ts';
import type { RunFigures } from '../measure/run-command.ts';
import { median } from '../measure/statistics.ts';

/** Figures of all runs of one program on one scene. */
export interface SideFigures {
  readonly wallSec: readonly number[];
  readonly cpuSec: readonly number[];
  readonly medianWallSec: number;
  readonly medianCpuSec: number;
  /** Largest resident size of any single process in any run, in bytes; null without /proc. */
  readonly peakProcessBytes: number | null;
  readonly sizeBytes: number;
}

/** Results of one scene at one length. */
export interface SceneFigures {
  readonly scene: string;
  readonly about: string;
  readonly seconds: number;
  readonly frames: number;
  readonly ours: SideFigures;
  /** Figures of the best ffmpeg graph; null when the scene needs no filters or no graph can draw it. */
  readonly ffmpeg: SideFigures | null;
  /** Figures of MLT; null when it was not run. */
  readonly mlt: SideFigures | null;
  /** Median wall time divided by that of T in the same rounds. T is ffmpeg decoding one clip and encoding it again. */
  readonly ratioToT: number;
  readonly cpuRatioToT: number;
  /**
   * Processor time of the scene's codecs alone. Null when packets are copied; absent in results of earlier releases.
   */
  readonly codecs?: CodecFigures | null;
  /** Factor by which Framemill is faster than the ffmpeg graph; null without a graph. */
  readonly fasterThanFfmpeg: number | null;
  readonly fasterThanMlt: number | null;
  /**
   * PSNR of Framemill's output against that of ffmpeg, in dB; null when ffmpeg cannot draw the scene. The reference is
   * the output of ffmpeg's graph, or of T when the scene needs no filters.
   */
  readonly psnr: { readonly luma: number; readonly average: number } | null;
}

/**
 * All runs of one length and frame size, in which the reference T and the scenes alternate. T is ffmpeg decoding one
 * clip and encoding it again.
 */
export interface LengthFigures {
  readonly seconds: number;
  /** Frame size; absent in results of earlier releases, which means 1080p30. */
  readonly size?: ImageSize['name'];
  readonly t: SideFigures;
  readonly scenes: readonly SceneFigures[];
}

/**
 * Returns the processor time of the scene's codecs alone divided by the total processor time of the reference T; null
 * when the former was not measured.
 */
export function codecsOfT({ codecs }: SceneFigures, t: SideFigures): number | null {
  return codecs ? (codecs.decodeCpuSec + codecs.encodeCpuSec) / t.medianCpuSec : null;
}

/** Summarises the runs of one program on one scene. */
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
