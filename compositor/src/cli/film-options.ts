import { extname } from 'node:path';
import { ASPECT_RATIOS, type AspectRatio } from '@framemill/timeline/rendering';
import { requireAspect } from '../catalog/film-for-aspect.ts';
import { type Format, formatOfEnding, formats, type Quality, qualities } from '../catalog/formats.ts';
import type { ImageChoice } from '../output-profile.ts';
import { oneOf, usage } from './command-line.ts';

/** What a file of a film is like, wherever it is rendered. */
export interface FilmOptions {
  format: Format;
  quality: Quality;
  resolution: 'full' | 'half';
  /** The film is laid out again for it; undefined: as the project is. */
  aspect?: AspectRatio | undefined;
  /** Which frames a format of single pictures shows. */
  choice: ImageChoice;
  /** Captions and chapters that go into the file; undefined: none. */
  texts?: { captions: boolean; chapters: boolean } | undefined;
}

/** Options of the command line that say it, and the values of variables. */
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

/** Their lines of the help; `otherwise` is the format where neither an option nor an ending says one. */
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

/** Reads them. `output` is the file, whose ending says the format; `otherwise`: the format where there is no such file. Throws `usage`. */
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

/** The aspect ratio that a command line names for a file of a format. Throws `usage` for another name, and where there is none. */
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

/** Values of variables, each as name=value; null: none is given. Throws `usage`. */
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
