import { extname } from 'node:path';
import { type Compression, type Format, formatOfEnding, formats, type Quality } from '@framemill/compositor/formats';
import { type ImageChoice, requireAspect } from '@framemill/compositor/plan';
import { UsageError } from '@framemill/infra/command-line';
import type { AspectRatio } from '@framemill/timeline/rendering';

/** Options of an output file, whether it is rendered locally or by a service. */
export interface FilmOptions {
  format: Format;
  quality: Quality;
  /**
   * Compression of the video. When undefined, it is `balanced`, or `fast` for the videos of a table, so that they can
   * share most of their segments.
   */
  compression?: Compression | undefined;
  resolution: 'full' | 'half';
  /** Aspect ratio for which the document is laid out again; undefined keeps the project's own. */
  aspect?: AspectRatio | undefined;
  /** Selection of frames, for output formats that consist of single images. */
  choice: ImageChoice;
  /** Captions and chapters embedded in the file; undefined embeds none. */
  texts?: { captions: boolean; chapters: boolean } | undefined;
}

/** Parsed values of the command-line options from which `FilmOptions` are created. */
interface Given {
  format?: Format;
  at?: string;
  quality?: Quality;
  compression?: Compression;
  resolution?: 'full' | 'half';
  aspect?: AspectRatio;
  captions?: 'embedded';
  chapters?: boolean;
}

/**
 * Converts parsed command-line options to the options of a render. Without `--format`, the file name extension of
 * `output` selects the format, or `otherwise` is used when the extension selects none. Throws `UsageError` for an
 * invalid value.
 */
export function filmOptions(given: Given, output: string | undefined, otherwise?: Format): FilmOptions {
  const ending = extname(output ?? '')
    .slice(1)
    .toLowerCase();
  const { captions, chapters = false, quality = 'standard', compression, resolution = 'full' } = given;
  const format = given.format ?? formatOfEnding(ending) ?? otherwise;
  if (format === undefined)
    throw new UsageError(
      `The name of the output file must end with a format (got "${output}"). Use an ending such as .mp4, or add ` +
        `--format with one of ${formats.join(', ')}.`,
    );
  return {
    ...{ format, quality, compression, resolution },
    aspect: aspectOption(format, given.aspect),
    choice: given.at === undefined ? {} : { atSec: secondsOf(given.at) },
    texts: captions || chapters ? { captions: captions !== undefined, chapters } : undefined,
  };
}

/**
 * Checks the option for the aspect ratio and returns its value. Throws `UsageError` for an output format that has no
 * aspect ratio.
 */
export function aspectOption(format: Format, aspect: AspectRatio | undefined): AspectRatio | undefined {
  if (aspect === undefined) return undefined;
  try {
    requireAspect(format, aspect);
  } catch (cause) {
    throw new UsageError(`--${cause instanceof Error ? cause.message : String(cause)}`);
  }
  return aspect;
}

/**
 * Parses command-line values of variables, each in the form name=value; null when there are none. Throws `UsageError`.
 */
export function variablesOf(pairs: readonly string[] | undefined): Record<string, string> | null {
  if (pairs === undefined) return null;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (name === '' || value.length === 0) throw new UsageError(`--set needs name=value (got "${pair}").`);
      return [name, value.join('=')];
    }),
  );
}

function secondsOf(value: string): number {
  const seconds = Number(value);
  if (!Number.isFinite(seconds) || seconds < 0)
    throw new UsageError(`--at must be 0 or more seconds (got "${value}").`);
  return seconds;
}
