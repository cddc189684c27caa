import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { catalogue } from '@framemill/compositor/capabilities';
import type { MediaFiles, RenderChild } from '@framemill/compositor/child';
import { subtitleText } from '@framemill/compositor/formats';
import {
  applyCommands,
  type Command,
  commandSchema,
  createDocument,
  createScriptEngine,
  type Document,
  defaultSource,
  FramemillError,
  type IdKind,
  type MediaAnalysis,
  type ReduceContext,
  scriptWasmUrl,
  sourcePositions,
  sourcesAt,
} from '@framemill/timeline';
import { defaultFacts, findSources, type SourceFinder, type SourceUse } from './find-sources.ts';

/** Document that results from applying commands to an empty project, with the errors and automatic corrections. */
export interface MadeDocument {
  document: Document;
  /**
   * Errors of failed commands and missing files, in the order of the commands. The details of each error contain the
   * field of the command, for example `commands[3]`.
   */
  faults: FramemillError[];
  /** Automatic corrections of command parameters, each with the field of its command. */
  fixes: { field: string; message: string }[];
  /** Returns the field of the command that created a clip, for example `commands[3]`; null when there is none. */
  fieldOfClip: (clipId: string) => string | null;
}

/** Operations that need an audio analysis. `runScript` is included because a script can run any operation. */
const LISTENING_OPS = new Set(['autoDuck', 'trimSilence', 'normalizeAudio', 'runScript']);

/**
 * Applies commands to an empty project as the API would; a failed command does not stop the others. New clips are named
 * `clip-1`, `clip-2` and so on. Later commands can refer to a clip by this name, or as `$0.clipId`, the result of
 * command 0. The process `child` analyses audio in the folder `scratch` when a command needs it.
 */
export async function runCommands(
  commands: readonly Command[],
  name: string | null,
  finder: SourceFinder,
  workplace: { child: RenderChild; scratch: string },
): Promise<MadeDocument> {
  const { media, faults: missing } = await findSources(sourcesOfCommands(commands), finder);
  const listens = commands.some(({ op }) => LISTENING_OPS.has(op));
  const analysis = listens ? await measureAudio(media, workplace) : new Map<string, MediaAnalysis>();
  const subtitles = await readSubtitles(media);
  const scripts = commands.some(({ op }) => op === 'runScript') ? { scripts: await openScripts() } : {};
  const made = new Map<string, string>();
  const counts = new Map<IdKind, number>();
  let current = '';
  const context: ReduceContext = {
    catalogue,
    ...scripts,
    media: defaultFacts(media),
    analysis: (src) => analysis.get(defaultSource(src)) ?? null,
    subtitles: (src) => subtitles.get(src) ?? null,
    newId(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      made.set(`${kind}-${count}`, current);
      return `${kind}-${count}`;
    },
  };
  const faults: FramemillError[] = [];
  const fixes: MadeDocument['fixes'] = [];
  const { document, results } = applyCommands(createDocument(name === null ? {} : { name }), commands, context, {
    onCommand(index) {
      current = `commands[${index}]`;
    },
  });
  for (const [index, command] of commands.entries()) {
    const field = `commands[${index}]`;
    const result = results[index];
    const missed = missing.filter(({ details }) => String(details.field).startsWith(`${field}.`));
    faults.push(...missed);
    if (result && !result.ok && missed.length === 0) faults.push(failure(field, command, result.error ?? ''));
    for (const message of listed(result?.data?.fixes)) fixes.push({ field, message });
  }
  return { document, faults, fixes, fieldOfClip: (clipId) => made.get(clipId) ?? null };
}

function failure(field: string, { op }: Command, error: string): FramemillError {
  return new FramemillError('invalid_request', `${field} ${op}: ${error}`, { field });
}

function sourcesOfCommands(commands: readonly Command[]): SourceUse[] {
  const schemas = commandSchema(catalogue).commands;
  const positions = new Map(Object.entries(schemas).map(([op, { params }]) => [op, sourcePositions(params)]));
  return commands.flatMap((command, index) =>
    sourcesAt(positions.get(command.op) ?? [], command)
      .map(({ src, at }) => ({ src: defaultSource(src), at }))
      .filter(({ src }) => src !== '')
      .map(({ src, at }) => ({
        src,
        field: `commands[${index}].${at}`,
        who: `commands[${index}] ${command.op} names`,
      })),
  );
}

async function measureAudio(media: MediaFiles, { child, scratch }: { child: RenderChild; scratch: string }) {
  const measured = new Map<string, MediaAnalysis>();
  for (const [src, { path, facts }] of Object.entries(media)) {
    if (!facts.hasAudio) continue;
    const analysisPath = join(scratch, 'analysis.json');
    const drawn = { waveformPath: join(scratch, 'waveform.json'), peaksPath: join(scratch, 'peaks.bin') };
    await child.run({ type: 'ingest-sound', path, analysisPath, ...drawn });
    measured.set(src, JSON.parse(await readFile(analysisPath, 'utf8')));
  }
  return measured;
}

/** Reads the texts of all subtitle files among `media`, by source. Files that are no text are left out. */
export async function readSubtitles(media: MediaFiles): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const [src, { path, facts }] of Object.entries(media)) {
    if (facts.kind !== 'subtitle') continue;
    const text = subtitleText(await readFile(path));
    if (text !== null) texts.set(src, text);
  }
  return texts;
}

async function openScripts() {
  return createScriptEngine({ wasm: await readFile(new URL(scriptWasmUrl())), now: () => performance.now() });
}

function listed(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}
