import { readArguments, usage } from './command-line.ts';
import { type FilmOptions, filmArguments, filmHelp, filmOptions, variablesOf } from './film-options.ts';

/** Access to a service: its URL, and a file whose first line is an API key. */
export interface Access {
  api: string;
  keyFile: string;
}

/** Options that renders and batches of a service share, including those of their output files. */
export interface Order extends Access, FilmOptions {
  projectId: string;
  /** Id of a delivery destination of the service; null leaves the files at the service. */
  destination: string | null;
  /** Local path for the video or a batch's archive; null when it is not downloaded. */
  outPath: string | null;
  /** Limits for each video: `strict`, or the path of a JSON file. Null without limits. */
  qc: string | null;
  /** Whether to request only a quote: nothing is rendered. */
  isQuote: boolean;
  /** Whether the command ends as soon as the work is queued. */
  detach: boolean;
}

/** Options of a single render. */
export interface SubmitOptions extends Order {
  variables: Record<string, string> | null;
  smart: boolean;
  reference: string | null;
}

/** Options of a batch: one render for each row of a table. */
export interface BatchOptions extends Order {
  csvPath: string;
  /** Display name; null for none. */
  name: string | null;
}

/**
 * Options of a command on delivery destinations. `target`: for `add` the path of a JSON file (`-`: standard input),
 * otherwise an id.
 */
export interface DestinationOptions extends Access {
  verb: 'list' | 'add' | 'test' | 'remove';
  target: string;
}

/** Parsed command line. */
export type RemoteLine =
  | { ask: 'help' }
  | ({ ask: 'submit' } & SubmitOptions)
  | ({ ask: 'batch' } & BatchOptions)
  | ({ ask: 'destinations' } & DestinationOptions);

/** Help text of `--help`. */
export const remoteHelp = `Has a service render, and asks it about the places that it sends files to.

Usage: submit <project id> --api <address> --key-file <file> [-o <file>] [options]
       batch <project id> --csv <file> --api <address> --key-file <file> [-o <file.zip>] [options]
       destinations list --api <address> --key-file <file>
       destinations add <file.json> | test <id> | remove <id> --api <address> --key-file <file>

  --api <address>       the service: http://localhost:8787
  --key-file <file>     its first line is a key of the service, with the scopes render.read and render.write
  -o, --output <file>   where the film is written when it is done; of a batch: one ZIP of all films. Without it they stay there
  ${filmHelp(', else mp4')}
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

/** Parses the command line (without node and script). Throws `usage`. */
export function parseRemote(args: readonly string[]): RemoteLine {
  const { values, positionals } = parse(args);
  if (values.help) return { ask: 'help' };
  const [what, ...rest] = positionals;
  const { api, 'key-file': keyFile } = values;
  if (api === undefined || keyFile === undefined)
    throw usage('--api (the address of the service) and --key-file (the file with its key) are required.');
  if (what === 'destinations') return { ask: 'destinations', api, keyFile, ...destinationOf(rest) };
  const [projectId, ...more] = rest;
  if (projectId === undefined) throw usage('No project was given. Add the id that "framemill push" printed.');
  if (more.length > 0) throw usage(`Only one project can be given (also got ${more.join(', ')}).`);
  if (values.detach && values.output !== undefined)
    throw usage('--detach does not wait for the video. Leave out --output.');
  const order = { api, keyFile, projectId, ...orderOf(values) };
  if (what === 'batch') {
    if (values.csv === undefined) throw usage('--csv is required. Give a table with a row for each video.');
    return { ask: 'batch', ...order, csvPath: values.csv, name: values.name ?? null };
  }
  return {
    ...{ ask: 'submit', ...order, smart: !values['no-smart'], variables: variablesOf(values.set) },
    reference: values.reference ?? null,
  };
}

type Values = ReturnType<typeof parse>['values'];

function parse(args: readonly string[]) {
  return readArguments(args, {
    ...filmArguments,
    api: { type: 'string' },
    'key-file': { type: 'string' },
    output: { type: 'string', short: 'o' },
    'no-smart': { type: 'boolean' },
    csv: { type: 'string' },
    name: { type: 'string' },
    qc: { type: 'string' },
    destination: { type: 'string' },
    reference: { type: 'string' },
    'dry-run': { type: 'boolean' },
    detach: { type: 'boolean' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
}

function orderOf(values: Values) {
  return {
    ...filmOptions(values, values.output, 'mp4'),
    ...{ destination: values.destination ?? null, outPath: values.output ?? null, qc: values.qc ?? null },
    ...{ isQuote: values['dry-run'] ?? false, detach: values.detach ?? false },
  };
}

function destinationOf([verb = '', target, ...more]: readonly string[]) {
  const found = verbs.find((one) => one === verb);
  if (found === undefined)
    throw usage(`The word after destinations must be one of ${verbs.join(', ')} (got "${verb}").`);
  if (more.length > 0 || (found === 'list') !== (target === undefined))
    throw usage(`destinations ${found} takes ${wants[found]}.`);
  return { verb: found, target: target ?? '' };
}

const wants = {
  ...{ list: 'no argument', add: 'a JSON file, or - for standard input' },
  ...{ test: 'the id of a destination', remove: 'the id of a destination' },
};
