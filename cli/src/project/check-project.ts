import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { type MediaFiles, startRenderChild } from '@framemill/compositor/child';
import { browserEnvironment } from '@framemill/compositor/chromium';
import { documentFonts, openTextEngine } from '@framemill/compositor/fonts';
import { durationSec, FramemillError, fillVariables, followMedia, lint, type TextStyle } from '@framemill/timeline';
import { documentProblems, parseDocument } from '@framemill/timeline/document';
import { allClips, type Document } from '@framemill/timeline/rendering';
import { plural } from '../print-answer.ts';
import { createScratch } from '../scratch-folder.ts';
import { defaultFacts, defaultSourcesOfClips, findSources, type SourceFinder } from './find-sources.ts';
import { type MediaOptions, readMediaOptions } from './media-options.ts';
import { fieldOfClipIn } from './open-document.ts';
import { probeWith } from './probe-with.ts';
import { type ProjectFile, readProject } from './read-project.ts';
import { runCommands } from './run-commands.ts';

/** Result of checking a project file. */
export interface CheckReport {
  /** One line for each finding, `file:line:column: error: ...`, and a summary line. */
  report: string;
  findings: (Finding & { place: string })[];
  errors: number;
}

/** Maximum number of document errors in one check. Further errors are reported once these are corrected. */
const MOST_ERRORS = 50;

/** Problem found by a check. `field` is the path of a document field, such as `clips[3].start`. */
export interface Finding {
  kind: 'error' | 'warning' | 'note';
  field: string;
  message: string;
}

/**
 * Result of checking a project file's content: the findings, the document (null when it is invalid), and the media
 * files that were found.
 */
export interface Checked {
  document: Document | null;
  media: MediaFiles;
  findings: Finding[];
}

/**
 * Checks a project file, its sources and its layout without rendering. Throws `FramemillError` when the file cannot be
 * read at all.
 */
export async function checkProject(
  options: { projectPath: string } & MediaOptions,
  signal: AbortSignal,
): Promise<CheckReport> {
  const file = await readProject(options.projectPath);
  const files = await readMediaOptions(options);
  const scratch = await createScratch();
  const child = startRenderChild({ env: browserEnvironment(process.env) });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const finder: SourceFinder = { mediaRoot: file.mediaRoot, files, probe: probeWith([child], 'ends') };
    return writeReport(file, options.projectPath, await checkFile(file, finder, { child, scratch }));
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await child.exited;
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Checks the content of a project file: schema, sources and layout. Fills in `variables` first; when `variables` is
 * null, a source that contains a variable is checked with the default value of the variable. `scratch` is the folder
 * for the temporary files of audio analysis, which some commands need. Throws `invalid_request` for values that the
 * document does not accept.
 */
export async function checkFile(
  file: ProjectFile,
  finder: SourceFinder,
  workplace: Parameters<typeof runCommands>[3],
  variables: Record<string, string> | null = null,
): Promise<Checked> {
  const filled = (document: Document) =>
    variables === null ? document : parseDocument(fillVariables(document, variables));
  if (file.content.kind === 'document') return checkDocument(file.content.document, finder, filled);
  return checkCommands(file, finder, workplace, filled);
}

type Filled = (document: Document) => Document;

async function checkDocument(value: unknown, finder: SourceFinder, filled: Filled): Promise<Checked> {
  const problems = documentProblems(value, MOST_ERRORS);
  if (problems.length > 0) {
    const findings = problems.map(({ path, message }): Finding => ({ kind: 'error', field: path, message }));
    return { document: null, media: {}, findings };
  }
  const document = filled(parseDocument(value));
  const { media, faults } = await findSources(defaultSourcesOfClips(document), finder);
  const fieldOfClip = (id: string) => fieldOfClipIn(document, id);
  const film = filmOf(document, media, fieldOfClip);
  const layout = await layoutFindings(film.document, media, faults.length === 0, fieldOfClip);
  return {
    document: film.document,
    media,
    findings: [...faults.map((fault) => errorFinding(fault)), ...film.findings, ...layout],
  };
}

/** Returns the document with the lengths of its media filled in, or the error that prevents this. */
function filmOf(document: Document, media: MediaFiles, fieldOfClip: (clipId: string) => string | null) {
  try {
    return { document: followMedia(document, defaultFacts(media)), findings: [] };
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    const field = fieldOfClip(String(error.details.clipId));
    return { document, findings: [errorFinding(error, field ?? '')] };
  }
}

async function checkCommands(
  file: ProjectFile,
  finder: SourceFinder,
  workplace: Parameters<typeof runCommands>[3],
  filled: Filled,
): Promise<Checked> {
  if (file.content.kind !== 'commands') throw new Error('The file has no commands.');
  const { commands, name } = file.content;
  const { document: made, faults, fixes, fieldOfClip } = await runCommands(commands, name, finder, workplace);
  const document = filled(made);
  const { media, faults: missing } = await findSources(defaultSourcesOfClips(document), finder);
  const film = filmOf(document, media, fieldOfClip);
  return {
    document: film.document,
    media,
    findings: [
      ...faults.map((fault) => errorFinding(fault)),
      ...film.findings,
      ...fixes.map(({ field, message }): Finding => ({ kind: 'note', field, message })),
      ...(await layoutFindings(film.document, media, missing.length === 0, fieldOfClip)),
    ],
  };
}

function errorFinding({ message, details }: FramemillError, field = ''): Finding {
  return { kind: 'error', field: typeof details.field === 'string' ? details.field : field, message };
}

async function layoutFindings(
  document: Document,
  media: MediaFiles,
  /** Whether all sources were found. Texts are measured only then, because their fonts may be missing otherwise. */
  isComplete: boolean,
  fieldOfClip: (clipId: string) => string | null,
): Promise<Finding[]> {
  const engine = (await openTextEngine()).withFonts(isComplete ? documentFonts(allClips(document), media) : new Map());
  const measureText = (style: TextStyle) => engine.layout(style);
  const entries = lint(document, {
    media: defaultFacts(media),
    // Missing media are already reported as errors.
    knowsMissing: true,
    ...(isComplete ? { measureText } : {}),
  });
  return entries.map(({ severity, time, clipId, message }) => ({
    kind: severity === 'warn' ? 'warning' : 'note',
    field: (clipId === undefined ? null : fieldOfClip(clipId)) ?? '',
    message: `${message} (at ${time.toFixed(2)} s)`,
  }));
}

function writeReport(file: ProjectFile, path: string, { document, findings }: Checked): CheckReport {
  const placed = findings.map((finding) => ({ ...finding, place: file.placeOf(finding.field) }));
  const lines = placed.map(({ place, kind, message }) => `${place}: ${kind}: ${message}\n`);
  const count = (kind: Finding['kind']) => findings.filter((finding) => finding.kind === kind).length;
  const [errors, warnings, notes] = [count('error'), count('warning'), count('note')];
  const found = [plural(errors, 'error'), plural(warnings, 'warning'), plural(notes, 'note')].join(', ');
  const film = document ? `: ${plural(document.clips.length, 'clip')}, ${durationSec(document).toFixed(2)} s` : '';
  return { report: `${lines.join('')}${basename(path)}${film}; ${found}\n`, findings: placed, errors };
}
