import { oneOf, readArguments, UsageError, type Values } from '@framemill/infra/command-line';
import { projectCommands } from './commands.mjs';
import { type FilmOptions, filmOptions, variablesOf } from './film-options.ts';
import { requireNoMore, requireService } from './options.ts';

/** Access to a service: its URL, and a file whose first line is an API key. */
export interface Access {
  api: string;
  keyFile: string;
}

/** Options that single renders and batches on a service share, including those of their output files. */
export interface Order extends Access, FilmOptions {
  projectId: string;
  /** Id of a delivery destination that is configured at the service; null to leave the files at the service. */
  destination: string | null;
  /** Local path for the downloaded video or batch archive; null to download nothing. */
  outPath: string | null;
  /** Quality limits for each video: `strict`, or the path of a JSON file; null for no limits. */
  qc: string | null;
  /** Whether to request only a quote of time and cost, without rendering. */
  isQuote: boolean;
  /** Whether the command ends as soon as the work is queued, without waiting for the result. */
  detach: boolean;
}

/** Options of a single render on a service. */
export interface SubmitOptions extends Order {
  variables: Record<string, string> | null;
  smart: boolean;
  reference: string | null;
}

/** Options of a batch on a service: one render for each row of a table. */
export interface BatchOptions extends Order {
  csvPath: string;
  /** Display name; null for none. */
  name: string | null;
}

/**
 * Options of a command on delivery destinations. `target` is the path of a JSON file (`-` for standard input) for
 * `add`, otherwise the id of a destination.
 */
export interface DestinationOptions extends Access {
  verb: (typeof verbs)[number];
  target: string;
}

const verbs = projectCommands.destinations.words;

/** Parses the arguments of `submit`. Throws `UsageError`. */
export function submitOptions(args: readonly string[]): SubmitOptions {
  const { values, words } = readArguments(projectCommands.submit, args);
  const order = orderOf(words, values);
  return {
    ...{ ...order, smart: !values['no-smart'], variables: variablesOf(values.set) },
    reference: values.reference ?? null,
  };
}

/** Parses the arguments of `batch`. Throws `UsageError`. */
export function batchOptions(args: readonly string[]): BatchOptions {
  const { values, words } = readArguments(projectCommands.batch, args);
  const { csv, name = null } = values;
  const order = orderOf(words, values);
  if (csv === undefined) throw new UsageError('--csv is required. Give a table with a row for each video.');
  return { ...order, csvPath: csv, name };
}

/** Parses the arguments of `destinations`. Throws `UsageError`. */
export function destinationOptions(args: readonly string[]): DestinationOptions {
  const { values, words } = readArguments(projectCommands.destinations, args);
  const access = requireService(values);
  const [word, target, ...more] = words;
  const verb = oneOf('The word after destinations', word ?? '', verbs);
  if (more.length > 0 || (verb === 'list') !== (target === undefined))
    throw new UsageError(
      `destinations ${verb} takes ${wants[verb]} (got ${words.slice(1).join(' ') || 'no argument'}).`,
    );
  return { ...access, verb, target: target ?? '' };
}

function orderOf([projectId, ...more]: readonly string[], values: Omit<Values<typeof projectCommands.batch>, 'name'>) {
  const access = requireService(values);
  if (projectId === undefined) throw new UsageError('No project was given. Add the id that "framemill push" printed.');
  requireNoMore(more);
  const { output = null, destination = null, qc = null, detach = false, 'dry-run': isQuote = false } = values;
  if (detach && output !== null) throw new UsageError('--detach does not wait for the video. Leave out --output.');
  return {
    ...{ ...access, projectId, destination, outPath: output, qc, isQuote, detach },
    ...filmOptions(values, values.output, 'mp4'),
  };
}

const wants = {
  ...{ list: 'no argument', add: 'a JSON file, or - for standard input' },
  ...{ test: 'the id of a destination', remove: 'the id of a destination' },
};
