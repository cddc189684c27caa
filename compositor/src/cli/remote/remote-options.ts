import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import { FramemillError } from '@framemill/timeline/errors';
import type { AspectRatio } from '@framemill/timeline/rendering';
import { type Format, formatOfEnding, formats, type Quality, qualities } from '../../catalog/formats.ts';
import { aspectHelp, aspectOption } from '../aspect-option.ts';

/** Where the service is, and a file whose first line is a key of it. */
export interface Access {
  api: string;
  keyFile: string;
}

/** What a render or a batch of a service makes of a project, and what becomes of the files. */
export interface Order extends Access {
  projectId: string;
  format: Format;
  quality: Quality;
  resolution: 'full' | 'half';
  /** The film is laid out again for it; undefined: as the project is. */
  aspect?: AspectRatio | undefined;
  /** Time of a poster, seconds; null: the service's default. */
  atSec: number | null;
  captions: boolean;
  chapters: boolean;
  /** Id of a destination of the service; null: the files stay there. */
  destination: string | null;
  /** Where the file, or the archive of a batch, is written here; null: it is not fetched. */
  outPath: string | null;
  /** What each film is held to: `strict`, or a JSON file of limits; null: nothing. */
  qc: string | null;
  /** Nothing is made: the answer is what it would take. */
  isQuote: boolean;
  /** Ends when the work is queued. */
  detach: boolean;
}

/** One render. */
export interface SubmitOptions extends Order {
  variables: Record<string, string> | null;
  smart: boolean;
  reference: string | null;
}

/** A render for each row of a table. */
export interface BatchOptions extends Order {
  csvPath: string;
  /** For people; null: none. */
  name: string | null;
}

/** What is done with the places that files are sent to. `target`: a JSON file of one (`-`: standard input) for `add`, an id for the others. */
export interface DestinationOptions extends Access {
  verb: 'list' | 'add' | 'test' | 'remove';
  target: string;
}

/** What the command line asks for. */
export type RemoteLine =
  | { ask: 'help' }
  | ({ ask: 'submit' } & SubmitOptions)
  | ({ ask: 'batch' } & BatchOptions)
  | ({ ask: 'destinations' } & DestinationOptions);

/** What `--help` prints. */
export const remoteHelp = `Has a service render, and asks it about the places that it sends files to.

Usage: submit <project id> --api <address> --key-file <file> [-o <file>] [options]
       batch <project id> --csv <file> --api <address> --key-file <file> [-o <file.zip>] [options]
       destinations list --api <address> --key-file <file>
       destinations add <file.json> | test <id> | remove <id> --api <address> --key-file <file>

  --api <address>       the service: http://localhost:8787
  --key-file <file>     its first line is a key of the service, with the scopes render.read and render.write
  -o, --output <file>   where the film is written when it is done; of a batch: one ZIP of all films. Without it they stay there
  --format <name>       ${formats.slice(0, 9).join(' | ')} |
                        ${formats.slice(9).join(' | ')} (default: by the output's ending, else mp4)
  --quality <name>      ${qualities.join(' | ')} (default: standard)
  --resolution <name>   full | half (default: full)
  ${aspectHelp}
  --at <seconds>        the frame of a poster
  --captions embedded   the captions as a track of the file (mp4, mov, webm), beside those in the picture
  --chapters            the markers as chapters of the file (mp4, mov, webm)
  --no-smart            encodes everything, and copies nothing of H.264 sources that nothing touches
  --set <name>=<value>  the value of a variable of the project; any number of times
  --csv <file>          a film for each row of this table; its first row names variables, and perhaps reference and name
  --name <text>         what people call the batch
  --qc <limits>         strict, or a JSON file of limits; a film that breaks one fails; submit prints its report
  --destination <id>    where the service sends the files: waits until they are there
  --reference <text>    what you call the film, for the names of its files there
  --dry-run             says what it would take; nothing is rendered or charged
  --detach              does not wait: prints the id, and ends
  --json                prints what came of it as JSON
  -h, --help            this text

  <file.json> of destinations add is what POST /v1/destinations takes, such as { "name": "Archive", "s3": { "bucket": ... } };
  - reads it from standard input. Credentials are never arguments.
`;

const verbs = ['list', 'add', 'test', 'remove'] as const;

/** Reads the command line (without node and script). Throws FramemillError `invalid_request`. */
export function parseRemote(args: readonly string[]): RemoteLine {
  const { values, positionals } = parse(args);
  if (values.help) return { ask: 'help' };
  const [what, ...rest] = positionals;
  const { api, 'key-file': keyFile } = values;
  if (api === undefined || keyFile === undefined)
    throw usage('--api and --key-file are needed: where the service is, and a key of it.');
  if (what === 'destinations') return { ask: 'destinations', api, keyFile, ...destinationOf(rest) };
  const [projectId, ...more] = rest;
  if (projectId === undefined) throw usage('No project was named: give the id that framemill push printed.');
  if (more.length > 0) throw usage(`One project at a time (got also ${more.join(', ')}).`);
  if (values.detach && values.output !== undefined)
    throw usage('--detach does not wait for a file: leave out --output.');
  const order = { api, keyFile, projectId, ...orderOf(values) };
  if (what === 'batch') {
    if (values.csv === undefined) throw usage('--csv is needed: the table with a film in each row.');
    return { ask: 'batch', ...order, csvPath: values.csv, name: values.name ?? null };
  }
  return {
    ...{ ask: 'submit', ...order, smart: !values['no-smart'], variables: variablesOf(values.set) },
    reference: values.reference ?? null,
  };
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        api: { type: 'string' },
        'key-file': { type: 'string' },
        output: { type: 'string', short: 'o' },
        format: { type: 'string' },
        quality: { type: 'string' },
        resolution: { type: 'string' },
        aspect: { type: 'string' },
        at: { type: 'string' },
        captions: { type: 'string' },
        chapters: { type: 'boolean' },
        'no-smart': { type: 'boolean' },
        set: { type: 'string', multiple: true },
        csv: { type: 'string' },
        name: { type: 'string' },
        qc: { type: 'string' },
        destination: { type: 'string' },
        reference: { type: 'string' },
        'dry-run': { type: 'boolean' },
        detach: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
  } catch (cause) {
    // The first sentence says what is wrong; the others are about writing programs.
    const [what = ''] = (cause instanceof Error ? cause.message : String(cause)).split('. ');
    throw usage(`${what}.`);
  }
}

function orderOf(values: Values) {
  const { output, captions } = values;
  if (captions !== undefined) choice('--captions', captions, ['embedded'] as const);
  const ending = extname(output ?? '')
    .slice(1)
    .toLowerCase();
  const format = choice('--format', values.format ?? formatOfEnding(ending) ?? 'mp4', formats);
  return {
    format,
    aspect: aspectOption(format, values.aspect),
    quality: choice('--quality', values.quality ?? 'standard', qualities),
    resolution: choice('--resolution', values.resolution ?? 'full', ['full', 'half'] as const),
    atSec: values.at === undefined ? null : secondsOf(values.at),
    ...{ captions: captions !== undefined, chapters: values.chapters ?? false },
    ...{ destination: values.destination ?? null, outPath: output ?? null, qc: values.qc ?? null },
    ...{ isQuote: values['dry-run'] ?? false, detach: values.detach ?? false },
  };
}

function destinationOf([verb = '', target, ...more]: readonly string[]) {
  const found = verbs.find((one) => one === verb);
  if (found === undefined) throw usage(`destinations is followed by one of ${verbs.join(', ')} (got "${verb}").`);
  if (more.length > 0 || (found === 'list') !== (target === undefined))
    throw usage(`destinations ${found} takes ${wants[found]}.`);
  return { verb: found, target: target ?? '' };
}

const wants = {
  ...{ list: 'nothing more', add: 'a JSON file, or - for standard input' },
  ...{ test: 'the id of one', remove: 'the id of one' },
};

function choice<T extends string>(name: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((option) => option === value);
  if (found === undefined) throw usage(`${name} must be one of ${allowed.join(', ')} (got "${value}").`);
  return found;
}

function variablesOf(pairs: readonly string[] | undefined): Record<string, string> | null {
  if (pairs === undefined) return null;
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      if (name === '' || value.length === 0) throw usage(`--set needs name=value (got "${pair}").`);
      return [name, value.join('=')];
    }),
  );
}

function secondsOf(value: string): number {
  const seconds = Number(value);
  if (!Number.isFinite(seconds) || seconds < 0) throw usage(`--at must be 0 or more seconds (got "${value}").`);
  return seconds;
}

/** `usage`: the command line is wrong, not what it names. */
function usage(message: string): FramemillError {
  return new FramemillError('invalid_request', `${message} See --help.`, { usage: true });
}
