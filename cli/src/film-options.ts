import { extname } from 'node:path';
import { type Format, formatOfEnding, formats, type Quality, qualities } from '@framemill/compositor/formats';
import { type ImageChoice, requireAspect } from '@framemill/compositor/plan';
import { ASPECT_RATIOS, type AspectRatio } from '@framemill/timeline/rendering';
import { oneOf, usage } from './command-line.ts';

/** Options of an output file, whether it is rendered locally or by a service. */
export interface FilmOptions {
  format: Format;
  quality: Quality;
  resolution: 'full' | 'half';
  /** Aspect ratio for which the document is laid out again; undefined keeps the project's own. */
  aspect?: AspectRatio | undefined;
  /** Frames that a format of single images contains. */
  choice: ImageChoice;
  /** Captions and chapters embedded in the file; undefined embeds none. */
  texts?: { captions: boolean; chapters: boolean } | undefined;
}

/** Command-line options of `FilmOptions`, and `--set` for values of variables. */
export const filmArguments = {
  format: { type: 'string' },
  at: { type: 'string' },
  quality: { type: 'string' },
  resolution: { type: 'string' },
  aspect: { type: 'string' },
  captions: { type: 'string' },
  chapters: { type: 'boolean' },
  set: { type: 'string', multiple: true },
} as const;

/**
 * Returns the help text of these options. `otherwise` describes the format when neither an option nor the file name
 * extension gives one.
 */
export const filmHelp = (otherwise: string): string => `--format <name>       ${formats.slice(0, 9).join(' | ')} |
                        ${formats.slice(9).join(' | ')} (default: by the output's ending${otherwise})
  --at <seconds>        the frame of a poster (default: the first)
  --quality <name>      ${qualities.join(' | ')} (default: standard)
  --resolution <name>   full | half (default: full)
  --aspect <ratio>      ${ASPECT_RATIOS.join(' | ')}: lays the film out again for another aspect ratio (default: as the project is)
  --captions embedded   the captions as a track of the file (mp4, mov, webm), beside those in the picture
  --chapters            the markers as chapters of the file (mp4, mov, webm)`;

interface Given {
  format?: string | undefined;
  at?: string | undefined;
  quality?: string | undefined;
  resolution?: string | undefined;
  aspect?: string | undefined;
  captions?: string | undefined;
  chapters?: boolean | undefined;
}

/**
 * Converts parsed command-line options to the options of a render. Without `--format`, the file name extension of
 * `output` selects the format; `otherwise` is the format when the extension selects none. Throws `usage` for an invalid
 * value.
 */
export function filmOptions(given: Given, output: string | undefined, otherwise?: Format): FilmOptions {
  const ending = extname(output ?? '')
    .slice(1)
    .toLowerCase();
  const format = oneOf('--format', given.format ?? formatOfEnding(ending) ?? otherwise ?? ending, formats);
  return {
    format,
    quality: oneOf('--quality', given.quality ?? 'standard', qualities),
    resolution: oneOf('--resolution', given.resolution ?? 'full', ['full', 'half'] as const),
    aspect: aspectOption(format, given.aspect),
    choice: given.at === undefined ? {} : { atSec: secondsOf(given.at) },
    texts: textsOf(given.captions, given.chapters),
  };
}

/**
 * Returns the aspect ratio of a command line for a format. Throws `usage` for an unknown ratio and for a format without
 * one.
 */
export function aspectOption(format: Format, value: string | undefined): AspectRatio | undefined {
  if (value === undefined) return undefined;
  const aspect = oneOf('--aspect', value, ASPECT_RATIOS);
  try {
    requireAspect(format, aspect);
  } catch (cause) {
    throw usage(`--${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  return aspect;
}

/** Parses values of variables given as name=value; null when none are given. Throws `usage`. */
export function variablesOf(pairs: readonly string[] | undefined): Record<string, string> | null {
  if (pairs === undefined) return null;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (name === '' || value.length === 0) throw usage(`--set needs name=value (got "${pair}").`);
      return [name, value.join('=')];
    }),
  );
}

function textsOf(captions: string | undefined, chapters = false) {
  if (captions !== undefined) oneOf('--captions', captions, ['embedded'] as const);
  return captions !== undefined || chapters ? { captions: captions !== undefined, chapters } : undefined;
}

function secondsOf(value: string): number {
  const seconds = Number(value);
  if (!Number.isFinite(seconds) || seconds < 0) throw usage(`--at must be 0 or more seconds (got "${value}").`);
  return seconds;
}
