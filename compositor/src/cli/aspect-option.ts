import { FramemillError } from '@framemill/timeline/errors';
import { ASPECT_RATIOS, type AspectRatio } from '@framemill/timeline/rendering';
import { requireAspect } from '../catalog/film-for-aspect.ts';
import type { Format } from '../catalog/formats.ts';

/** The line of the help about it. */
export const aspectHelp = `--aspect <ratio>      ${ASPECT_RATIOS.join(' | ')}: lays the film out again for another aspect ratio (default: as the project is)`;

/** The aspect ratio that a command line names for a file of a format. Throws `invalid_request` with `usage` for another name, and where there is none. */
export function aspectOption(format: Format, value: string | undefined): AspectRatio | undefined {
  if (value === undefined) return undefined;
  const aspect = ASPECT_RATIOS.find((one) => one === value);
  if (aspect === undefined) throw usage(`--aspect must be one of ${ASPECT_RATIOS.join(', ')} (got "${value}").`);
  try {
    requireAspect(format, aspect);
  } catch (cause) {
    throw usage(`--${cause instanceof Error ? cause.message : String(cause)}`, cause);
  }
  return aspect;
}

function usage(message: string, cause?: unknown): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`, { usage: true }, { cause });
}
