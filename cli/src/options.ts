import { availableParallelism } from 'node:os';
import { basename } from 'node:path';
import { readArguments, UsageError, type Values, wholeNumber } from '@framemill/infra/command-line';
import { projectCommands } from './commands.mjs';
import { aspectOption, type FilmOptions, filmOptions, variablesOf } from './film-options.ts';
import type { MediaOptions } from './project/media-options.ts';
import { cacheFolder } from './render/segment-cache.ts';
import type { ServiceProject } from './service/fetch-project.ts';

/** Options of a render: input, output and rendering. */
export interface RenderOptions extends MediaOptions, FilmOptions {
  projectPath: string;
  /** Service from which the project is fetched; `projectPath` is then the project's id. Null for a local file. */
  service: ServiceProject | null;
  outPath: string;
  /** Values of the project's variables; null leaves placeholders unchanged. */
  variables: Record<string, string> | null;
  /** Limits for the finished video: `strict`, or the path of a JSON file. Null without limits. */
  qc: string | null;
  /** Path of a table with one video in each row; null for a single video. */
  csvPath: string | null;
  /** Number of concurrent render processes. */
  slots: number;
  /** Whether unchanged GOPs of H.264 sources are copied into an MP4 instead of encoded again. */
  smart: boolean;
  /** Folder that caches segments and audio mixes between renders; null to render without a cache. */
  cache: string | null;
}

/** Options of a preview. */
export interface PreviewOptions extends Pick<RenderOptions, 'projectPath' | 'variables' | 'aspect'>, MediaOptions {
  /** Whether the page is reloaded when the file is saved. */
  watch: boolean;
  /** Port on 127.0.0.1; 0 selects any free port. */
  port: number;
  open: boolean;
}

/** Options of the commands that send a project file to a service (push) or fetch it (pull). */
export type TransferOptions = MediaOptions &
  ({ direction: 'push'; projectPath: string } | { direction: 'pull'; folder: string }) & {
    api: string;
    keyFile: string;
    /** Id of the project; null for the project of the last push or pull, or else a new project. */
    projectId: string | null;
  };

/** Options of a quality report. `variables` and `aspect` are those with which the video was rendered. */
export interface ReportOptions extends MediaOptions, Pick<RenderOptions, 'variables' | 'aspect'> {
  /** Path of a finished video file, or the id of a render when `service` is set. */
  film: string;
  service: ServiceProject | null;
  /** Path of the project from which the video was rendered; null to measure the file without it. */
  projectPath: string | null;
  /** Limits to check: `strict`, or the path of a JSON file. Null without limits. */
  qc: string | null;
}

/** Options of the command `check`, which checks a project file without rendering it. */
export type CheckOptions = Pick<RenderOptions, 'projectPath' | 'service' | 'media' | 'mediaMap'>;

/**
 * Options of the command `init`, which creates a project from a starter (example project). Without a starter, all
 * starters are listed.
 */
export interface InitOptions {
  starter: string | null;
  folder: string;
}

/** Parses the arguments of `init`. Throws `UsageError`. */
export function initOptions(args: readonly string[]): InitOptions {
  const [starter = null, folder = starter ?? '', ...more] = readArguments(projectCommands.init, args).words;
  requireNoMore(more);
  return { starter, folder };
}

/** Options of the command `import`, which turns a file of another program into a project. */
export interface ImportOptions {
  file: string;
  /** Folder for the project. */
  folder: string;
  /** Folder in which media are looked up; null for none. */
  mediaFolder: string | null;
}

/** Parses the arguments of `import`. Throws `UsageError`. */
export function importOptions(args: readonly string[]): ImportOptions {
  const { values, words } = readArguments(projectCommands.import, args);
  const [file, folder = basename(file ?? '').replace(/\.\w+$/, ''), ...more] = words;
  if (file === undefined) throw new UsageError('No file was given. Add the path of the file to import.');
  requireNoMore(more);
  return { file, folder, mediaFolder: values.media ?? null };
}

/** Parses the arguments of `check`. Throws `UsageError`. */
export function checkOptions(args: readonly string[]): CheckOptions {
  const { values, words } = readArguments(projectCommands.check, args);
  return projectOf(words, values);
}

/** Parses the arguments of `render`. Throws `UsageError`. */
export function renderOptions(args: readonly string[]): RenderOptions {
  const { values, words } = readArguments(projectCommands.render, args);
  const project = projectOf(words, values);
  const { output, qc = null, slots } = values;
  if (output === undefined) throw new UsageError('No output file was given. Add -o <file>.');
  return {
    ...project,
    outPath: output,
    ...filmOptions(values, output),
    qc,
    ...tableOf(values.csv, values.set, output),
    slots: slots === undefined ? availableParallelism() : wholeNumber('slots', slots, 1, 256),
    smart: !values['no-smart'],
    cache: values['no-cache'] ? null : cacheFolder(),
  };
}

/** Parses the arguments of `cache`. Throws `UsageError`. */
export function cacheOptions(args: readonly string[]): { clear: boolean } {
  return { clear: readArguments(projectCommands.cache, args).values.clear ?? false };
}

/** Parses the arguments of `preview`. Throws `UsageError`. */
export function previewOptions(args: readonly string[]): PreviewOptions {
  const { values, words } = readArguments(projectCommands.preview, args);
  const { watch = false, port = '0', open = false, set, aspect } = values;
  const shown = { variables: variablesOf(set), aspect: aspectOption('mp4', aspect) };
  return { ...localProject(words, values), ...shown, watch, port: wholeNumber('port', port, 0, 65_535), open };
}

/** Parses the arguments of `report`. Throws `UsageError`. */
export function reportOptions(args: readonly string[]): ReportOptions {
  const { values, words } = readArguments(projectCommands.report, args);
  const [film, projectPath = null, ...more] = words;
  if (film === undefined) throw new UsageError('No video was given. Add the path of a video, or the id of a render.');
  requireNoMore(more);
  const service = serviceOf(film, values);
  const { qc = null, set, aspect } = values;
  if (service && (projectPath !== null || qc !== null))
    throw new UsageError('With --api, report takes only the id of a render. Leave out the project file and --qc.');
  if (projectPath === null && (set !== undefined || aspect !== undefined))
    throw new UsageError('--set and --aspect need the project of the video. Give the project file after the video.');
  const rendered = { variables: variablesOf(set), aspect: aspectOption('mp4', aspect) };
  return { film, service, projectPath, ...mediaOf(values), ...rendered, qc };
}

/** Parses the arguments of `push`. Throws `UsageError`. */
export function pushOptions(args: readonly string[]): TransferOptions {
  const { values, words } = readArguments(projectCommands.push, args);
  const project = localProject(words, values);
  return { direction: 'push', ...project, ...requireService(values), projectId: values.project ?? null };
}

/** Parses the arguments of `pull`. Throws `UsageError`. */
export function pullOptions(args: readonly string[]): TransferOptions {
  const { values, words } = readArguments(projectCommands.pull, args);
  const [projectId, folder = projectId, ...more] = words;
  if (projectId === undefined || folder === undefined) throw new UsageError('No project was given. Add its id.');
  requireNoMore(more);
  return { direction: 'pull', folder, ...requireService(values), projectId, ...mediaOf({}) };
}

/**
 * Returns the service's URL and key file of a command that requires a service. Throws `UsageError` when one is missing.
 */
export function requireService({ api, 'key-file': keyFile }: ServiceValues): { api: string; keyFile: string } {
  if (api !== undefined && keyFile !== undefined) return { api, keyFile };
  throw new UsageError('--api (the address of the service) and --key-file (the file with its key) are required.');
}

/** Throws `UsageError` when the command line has surplus arguments. */
export function requireNoMore(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`Only one project can be given (also got ${words.join(', ')}).`);
}

type ServiceValues = Values<typeof projectCommands.pull>;
type ProjectValues = Pick<Values<typeof projectCommands.check>, 'api' | 'key-file' | 'media' | 'media-map'>;

function localProject([projectPath, ...more]: readonly string[], values: ProjectValues) {
  if (projectPath === undefined) throw new UsageError('No project file was given. Add its path.');
  requireNoMore(more);
  return { projectPath, ...mediaOf(values) };
}

function projectOf(words: readonly string[], values: ProjectValues): CheckOptions {
  const project = localProject(words, values);
  const service = serviceOf(project.projectPath, values);
  if (service && project.mediaMap !== null) {
    const message = '--media-map cannot be used with --api, which fetches the files. Use --media for single sources.';
    throw new UsageError(message);
  }
  return { ...project, service };
}

function mediaOf(values: ProjectValues): MediaOptions {
  return { media: values.media ?? [], mediaMap: values['media-map'] ?? null };
}

function serviceOf(projectId: string, { api, 'key-file': keyFile }: ServiceValues): ServiceProject | null {
  if (api === undefined && keyFile === undefined) return null;
  if (api !== undefined && keyFile !== undefined) return { api, keyFile, projectId };
  throw new UsageError(
    '--api (the address of the service) and --key-file (the file with its key) must be given together.',
  );
}

function tableOf(csv: string | undefined, set: readonly string[] | undefined, output: string) {
  if (csv === undefined) return { csvPath: null, variables: variablesOf(set) };
  if (set !== undefined) throw new UsageError('--csv and --set cannot be combined. Put all values into the table.');
  if (!/\{[^{}]+\}/.test(output))
    throw new UsageError(
      "With --csv, -o needs a field in braces, so that each row has a file. Use 'out-{reference}.mp4' or " +
        "'out-{index}.mp4'.",
    );
  return { csvPath: csv, variables: null };
}
