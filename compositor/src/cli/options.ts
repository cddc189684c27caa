import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { FramemillError } from '@framemill/timeline/errors';
import { type Format, formats, type Quality, qualities } from '../catalog/formats.ts';

export interface RenderOptions {
  projectPath: string;
  outPath: string;
  format: Format;
  quality: Quality;
  resolution: 'full' | 'half';
  /** Render processes side by side. */
  slots: number;
}

export const helpText = `Renders a project file to a video file, without any service.

Usage: npm run render -- <project.json> -o <file> [options]

  <project.json>        a document, or { "document": ..., "mediaRoot": "folder" };
                        a clip's src is a path relative to mediaRoot (default: the file's folder)
  -o, --output <file>   where to write; its ending chooses the format
  --format <name>       ${formats.join(' | ')} (default: by the output's ending)
  --quality <name>      ${qualities.join(' | ')} (default: standard)
  --resolution <name>   full | half (default: full)
  --slots <n>           render processes side by side (default: one a core)
  -h, --help            this text
`;

/** Reads the command line (without node and script). Returns null when help was asked for. Throws FramemillError `invalid_request`. */
export function parseOptions(args: readonly string[]): RenderOptions | null {
  const { values, positionals } = parse(args);
  if (values.help) return null;
  const [projectPath, ...rest] = positionals;
  if (projectPath === undefined) throw usage('No project file was given.');
  if (rest.length > 0) throw usage(`One project at a time (got also ${rest.join(', ')}).`);
  if (values.output === undefined) throw usage('No output file was given: add -o <file>.');
  const ending = extname(values.output).slice(1).toLowerCase();
  return {
    projectPath,
    outPath: values.output,
    format: choice('--format', values.format ?? ending, formats),
    quality: choice('--quality', values.quality ?? 'standard', qualities),
    resolution: choice('--resolution', values.resolution ?? 'full', ['full', 'half'] as const),
    slots: slotsOf(values.slots),
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        output: { type: 'string', short: 'o' },
        format: { type: 'string' },
        quality: { type: 'string' },
        resolution: { type: 'string' },
        slots: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    // The first sentence says what is wrong; the others are about writing programs.
    const [what = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw usage(`${what}.`);
  }
}

function choice<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw usage(`${name} must be one of ${allowed.join(', ')} (got "${value}").`);
  return found;
}

function slotsOf(value: string | undefined): number {
  if (value === undefined) return availableParallelism();
  const slots = Number(value);
  if (!Number.isInteger(slots) || slots < 1 || slots > 256)
    throw usage(`--slots must be a whole number from 1 to 256 (got "${value}").`);
  return slots;
}

function usage(message: string): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`);
}
