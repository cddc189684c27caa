import { availableParallelism } from 'node:os';
import { starters } from '@framemill/compositor/starters';
import { readArguments, usage } from './command-line.ts';
import { aspectOption, type FilmOptions, filmArguments, filmHelp, filmOptions, variablesOf } from './film-options.ts';
import type { MediaOptions } from './project/media-options.ts';
import type { ServiceProject } from './service/fetch-project.ts';

/** Options of `npm run render`: input, output and rendering. */
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
}

/** Options of a preview. */
export interface PreviewOptions extends Pick<RenderOptions, 'projectPath' | 'variables' | 'aspect'>, MediaOptions {
  /** Whether the page is reloaded when the file is saved. */
  watch: boolean;
  /** Port on 127.0.0.1; 0 selects any free port. */
  port: number;
  open: boolean;
}

/** Options for sending a project file to a service or fetching it. */
export type TransferOptions = MediaOptions &
  ({ direction: 'push'; projectPath: string } | { direction: 'pull'; folder: string }) & {
    api: string;
    keyFile: string;
    /** Id of the project; null selects the project of the last push or pull, or a new one. */
    projectId: string | null;
  };

/** Options of a report. `variables` and `aspect` are those with which the video was rendered. */
export interface ReportOptions extends MediaOptions, Pick<RenderOptions, 'variables' | 'aspect'> {
  /** Path of a finished file, or with `service` the id of a render there. */
  film: string;
  service: ServiceProject | null;
  /** Path of the project from which the video was rendered; null measures the file alone. */
  projectPath: string | null;
  /** Limits to check: `strict`, or the path of a JSON file. Null without limits. */
  qc: string | null;
}

/** Parsed command line. */
export type CommandLine =
  | { ask: 'help' }
  | { ask: 'init'; starter: string; folder: string }
  | ({ ask: 'report' } & ReportOptions)
  | ({ ask: 'check' } & Pick<RenderOptions, 'projectPath' | 'service' | 'media' | 'mediaMap'>)
  | ({ ask: 'preview' } & PreviewOptions)
  | ({ ask: 'transfer' } & TransferOptions)
  | ({ ask: 'render' } & RenderOptions);

/** Help text of `npm run render -- --help`. */
export const helpText = `Renders a project file to a video file, without any service.

Usage: npm run render -- <project.json> -o <file> [options]
       npm run render -- <project id> --api <address> --key-file <file> -o <file> [options]
       npm run render -- --check <project.json> [--media ...]
       npm run render -- --preview <project.json> [--watch] [--port <n>] [--open]
       npm run render -- --push <project.json> [--project <id>] --api <address> --key-file <file>
       npm run render -- --pull <project id> [folder] --api <address> --key-file <file>
       npm run render -- --report <film> [project.json] [--qc strict] [--json] [--media ...]
       npm run render -- --report <render id> --api <address> --key-file <file> [--json]
       npm run render -- --init <starter> [folder]

  <project.json>        a document, or { "document": ..., "mediaRoot": "folder" }, or { "commands": [...], "mediaRoot": "folder" },
                        or what GET /v1/projects/{id}?view=document answers; ../timeline/document.schema.json describes a document.
                        A source (src) is a path relative to mediaRoot (default: the file's folder)
  -o, --output <file>   where to write; its ending chooses the format: .mp4 .webm .mov .gif .webp .mp3 .m4a .wav .opus .jpg
  ${filmHelp('')}
  --no-smart            encodes everything; without it, groups of pictures of H.264 sources that nothing touches are copied
                        into an MP4 as they are
  --slots <n>           render processes side by side (default: one a core)
  --media <id>=<file>   the file of a source that is no path, such as a media id; any number of times
  --media-map <file>    a JSON file of such pairs: { "med_1": "intro.mp4" }; files are relative to its folder
  --set <name>=<value>  the value of a variable: {{name}} and {{name|default}} in texts, sources, html clips, numbers and colours; any number of times.
  --csv <file>          a film for each row of this table, whose first row names variables, and perhaps reference and name; in -o
                        {reference}, {name}, {index} and {<variable>} stand for the row's: -o 'out-{reference}.mp4'
  --api <address>       fetches the project of this id, and the files that it plays, from a service: http://localhost:8787
  --key-file <file>     its first line is a key of the service with the scopes projects.read and media.read
  --check               looks for errors and for what is probably not meant, with line and column; renders nothing.
                        Ends with 1 when there are errors
  --report              measures a finished film and says what is wrong with it: black, frozen and blown out stretches, silence,
                        loudness, true peak, the offset of sound and picture; with its project also missing glyphs, upscaled
                        media, and texts that are faint or at the edge; --set and --aspect are those it was rendered with.
                        Of a service it asks for the report of a render
  --qc <limits>         strict, or a JSON file of limits such as { "maxBlackSec": 0, "maxTruePeakDb": -1 }: measures what was
                        rendered, or is reported on, and ends with 1 when the film breaks one; the file stays
  --init <starter>      writes a project with its pictures that renders as it is, into <folder> (default: the starter's name):
                        ${starters.map(({ name, about }) => `${name.padEnd(15)} ${about}`).join('\n                        ')}
  --preview             shows the project in a browser, without rendering it; --watch loads the page again when the file is saved,
                        --port and --open say where it is and open it
  --push, --pull        sends a project and its media to a service, or fetches them; what is there already is not sent again.
                        --project names the project that a push replaces (default: that of the last push or pull, or a new one)
  --json                prints what came of it as JSON
  -h, --help            this text
`;

/** Parses the command line (without node and script). Throws `usage`. */
export function parseOptions(args: readonly string[]): CommandLine {
  const { values, positionals } = parse(args);
  if (values.help) return { ask: 'help' };
  const [first, ...rest] = positionals;
  if (values.pull) return { ask: 'transfer', ...pullOf(first, rest, values) };
  if (values.report) return reportOf(positionals, values);
  if (rest.length > 0) throw usage(`Only one project can be given (also got ${rest.join(', ')}).`);
  if (values.init !== undefined) return { ask: 'init', starter: values.init, folder: first ?? values.init };
  if (first === undefined) throw usage('No project file was given. Add its path.');
  const media: MediaOptions = { media: values.media ?? [], mediaMap: values['media-map'] ?? null };
  if (values.preview) return { ask: 'preview', projectPath: first, ...media, ...previewOf(values) };
  if (values.push) return { ask: 'transfer', direction: 'push', projectPath: first, ...media, ...farOf(values) };
  const service = serviceOf(first, values.api, values['key-file']);
  if (service && media.mediaMap !== null)
    throw usage('--media-map cannot be used with --api, which fetches the files. Use --media for single sources.');
  if (values.check) return { ask: 'check', projectPath: first, service, ...media };
  if (values.output === undefined) throw usage('No output file was given. Add -o <file>.');
  return {
    ask: 'render',
    projectPath: first,
    service,
    ...media,
    outPath: values.output,
    ...filmOptions(values, values.output),
    qc: values.qc ?? null,
    ...tableOf(values.csv, values.set, values.output),
    slots: slotsOf(values.slots),
    smart: !values['no-smart'],
  };
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    ...filmArguments,
    output: { type: 'string', short: 'o' },
    'no-smart': { type: 'boolean' },
    slots: { type: 'string' },
    media: { type: 'string', multiple: true },
    'media-map': { type: 'string' },
    csv: { type: 'string' },
    api: { type: 'string' },
    'key-file': { type: 'string' },
    check: { type: 'boolean' },
    report: { type: 'boolean' },
    qc: { type: 'string' },
    init: { type: 'string' },
    preview: { type: 'boolean' },
    watch: { type: 'boolean' },
    port: { type: 'string' },
    open: { type: 'boolean' },
    push: { type: 'boolean' },
    pull: { type: 'boolean' },
    project: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  });
}

function reportOf(positionals: readonly string[], values: ReturnType<typeof parse>['values']): CommandLine {
  const [film, projectPath = null, ...rest] = positionals;
  if (film === undefined) throw usage('No video was given. Use --report <film> [project.json].');
  if (rest.length > 0) throw usage(`Only one video and its project can be given (also got ${rest.join(', ')}).`);
  const service = serviceOf(film, values.api, values['key-file']);
  const { qc = null, set, aspect } = values;
  if (service && (projectPath !== null || qc !== null))
    throw usage('With --api, --report takes only the id of a render. Leave out the project file and --qc.');
  if (projectPath === null && (set !== undefined || aspect !== undefined))
    throw usage('--set and --aspect need the project of the video. Give the project file after the video.');
  const media = { media: values.media ?? [], mediaMap: values['media-map'] ?? null };
  const rendered = { variables: variablesOf(set), aspect: aspectOption('mp4', aspect) };
  return { ask: 'report', film, service, projectPath, ...media, ...rendered, qc };
}

function tableOf(csv: string | undefined, set: readonly string[] | undefined, output: string) {
  if (csv === undefined) return { csvPath: null, variables: variablesOf(set) };
  if (set !== undefined) throw usage('--csv and --set cannot be combined. Put all values into the table.');
  if (!/\{[^{}]+\}/.test(output))
    throw usage("With --csv, -o needs a field that differs. Use 'out-{reference}.mp4' or 'out-{index}.mp4'.");
  return { csvPath: csv, variables: null };
}

function serviceOf(projectId: string, api: string | undefined, keyFile: string | undefined): ServiceProject | null {
  if (api === undefined && keyFile === undefined) return null;
  if (api !== undefined && keyFile !== undefined) return { api, keyFile, projectId };
  throw usage('--api (the address of the service) and --key-file (the file with its key) must be given together.');
}

type Values = ReturnType<typeof parse>['values'];

function previewOf({ watch = false, port = '0', open = false, set, aspect }: Values) {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw usage(`--port must be a whole number from 0 to 65535 (got "${port}").`);
  return { watch, port: number, open, variables: variablesOf(set), aspect: aspectOption('mp4', aspect) };
}

function pullOf(projectId: string | undefined, [folder, ...more]: string[], values: Values) {
  if (projectId === undefined) throw usage('No project was given. Use --pull <project id> [folder].');
  if (more.length > 0) throw usage(`Only one project can be given (also got ${more.join(', ')}).`);
  const { api, keyFile } = farOf(values);
  return {
    direction: 'pull',
    folder: folder ?? projectId,
    api,
    keyFile,
    projectId,
    media: [],
    mediaMap: null,
  } as const;
}

function farOf({ api, 'key-file': keyFile, project }: Values) {
  if (api !== undefined && keyFile !== undefined) return { api, keyFile, projectId: project ?? null };
  throw usage('--api (the address of the service) and --key-file (the file with its key) are required.');
}

function slotsOf(value: string | undefined): number {
  if (value === undefined) return availableParallelism();
  const slots = Number(value);
  if (!Number.isInteger(slots) || slots < 1 || slots > 256)
    throw usage(`--slots must be a whole number from 1 to 256 (got "${value}").`);
  return slots;
}
