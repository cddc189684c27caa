import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import { catalogue } from '@framemill/compositor/capabilities';
import { type MediaFiles, startRenderChild } from '@framemill/compositor/child';
import { browserEnvironment } from '@framemill/compositor/chromium';
import { calledAs } from '@framemill/infra/command-line';
import { type Document, type IdKind, type ImportedFile, importProject, listVariables } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/errors';
import type { ImportOptions } from '../options.ts';
import { plural } from '../print-answer.ts';
import { probeWith } from './probe-with.ts';
import { readSubtitles } from './run-commands.ts';

/** Maximum size of a file that is imported, in bytes. */
const MOST_BYTES = 64_000_000;

/** Maximum number of files in the media folder that are considered. */
const MOST_MEDIA = 20_000;

/** Maximum number of rows of the report that are printed. The file `report.json` has all of them. */
const MOST_ROWS = 20;

/** Result of an import, as `--json` prints it. */
export interface ImportResult extends Omit<ImportedFile, 'document'> {
  /** Path of the project file that was written. */
  project: string;
  clips: number;
}

/**
 * Imports a file of another program into a folder: `project.json`, and `report.json` with everything that differs.
 * Media are looked up by their file names in the media folder and its folders. Throws `invalid_request` for a file that
 * cannot be imported, and when the folder has a project already.
 */
export async function importFile(
  options: ImportOptions,
  signal: AbortSignal,
): Promise<{ text: string; result: ImportResult }> {
  const project = join(options.folder, 'project.json');
  if (await exists(project)) {
    throw refuse(`${project} exists already. Name another folder after ${options.file}.`);
  }
  const text = await readText(options.file);
  const mediaRoot = options.mediaFolder === null ? null : resolve(options.mediaFolder);
  const media = mediaRoot === null ? {} : await probeMedia(await mentioned(mediaRoot, text), signal);
  const subtitles = await readSubtitles(media);
  const counts = new Map<IdKind, number>();
  const { document, ...imported } = importProject(text, basename(options.file).replace(/\.\w+$/, ''), {
    catalogue,
    mediaMap: Object.fromEntries(Object.entries(media).map(([src, { path }]) => [basename(path), src])),
    media: (src) => media[src]?.facts ?? null,
    subtitles: (src) => subtitles.get(src) ?? null,
    newId(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      return `${kind}-${count}`;
    },
  });
  await mkdir(options.folder, { recursive: true });
  const root = mediaRoot === null ? {} : { mediaRoot: relative(resolve(options.folder), mediaRoot) || '.' };
  await writeFile(project, `${JSON.stringify({ ...root, document }, null, 2)}\n`);
  await writeFile(join(options.folder, 'report.json'), `${JSON.stringify(imported, null, 2)}\n`);
  const result = { project, clips: document.clips.length, ...imported };
  return { text: describe(options, result, document), result };
}

/** Finds the files of a folder whose names occur in the imported file. Returns paths by source. */
async function mentioned(folder: string, text: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw new FramemillError('not_found', `The folder ${folder} cannot be read. Check --media.`, {}, { cause });
  });
  if (entries.length > MOST_MEDIA) {
    throw refuse(`The folder ${folder} has more than ${MOST_MEDIA} files. Name a smaller one with --media.`);
  }
  const found = new Map<string, string>();
  for (const entry of entries) {
    if (!entry.isFile() || !(text.includes(entry.name) || text.includes(encodeURIComponent(entry.name)))) continue;
    const path = join(entry.parentPath, entry.name);
    // A path that begins with a dot is a source also where the name of a font family could be.
    found.set(`./${relative(folder, path)}`, path);
  }
  return found;
}

async function probeMedia(files: ReadonlyMap<string, string>, signal: AbortSignal): Promise<MediaFiles> {
  if (files.size === 0) return {};
  const child = startRenderChild({ env: browserEnvironment(process.env) });
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    const probe = probeWith([child], 'ends');
    const media: Record<string, MediaFiles[string]> = {};
    for (const [src, path] of files) {
      // A file that cannot be read is one that is not there: the report lists it.
      const facts = await probe(path).catch((error: unknown) => {
        if (error instanceof FramemillError) return null;
        throw error;
      });
      if (facts) media[src] = { path, facts };
    }
    return media;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
    await child.exited;
  }
}

async function readText(path: string): Promise<string> {
  const size = await stat(path).then(
    (facts) => facts.size,
    (cause: unknown) => {
      throw new FramemillError('not_found', `The file ${path} cannot be read. Check the path.`, {}, { cause });
    },
  );
  if (size > MOST_BYTES) throw refuse(`${path} has ${size} bytes; the limit is ${MOST_BYTES}. Import a part of it.`);
  return readFile(path, 'utf8');
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function describe(
  { file, folder }: ImportOptions,
  { project, clips, format, report, missing }: ImportResult,
  document: Document,
): string {
  const lines = [`imported ${file} (${format}) into ${project}: ${plural(clips, 'clip')}`];
  if (report.length > 0) {
    lines.push(`${plural(report.length, 'difference')}, all of them in ${join(folder, 'report.json')}:`);
    for (const { path, what, why, substitute } of report.slice(0, MOST_ROWS)) {
      lines.push(
        `  ${path}: ${what === '' ? '' : `"${what}": `}${why}${substitute === null ? '' : ` Instead: ${substitute}`}`,
      );
    }
  }
  if (missing.length > 0) {
    lines.push(
      `${plural(missing.length, 'source')} without a file, shown as placeholders (--media <folder> finds them):`,
    );
    for (const { name, src, type } of missing.slice(0, MOST_ROWS))
      lines.push(`  ${type} ${name}${src === '' ? '' : ` (${src})`}`);
  }
  lines.push(`Render it:\n  ${calledAs('render')} ${project} -o ${join(folder, 'film.mp4')}${setOption(document)}`);
  return `${lines.join('\n')}\n`;
}

/** Returns the option that gives the first variable its value: without any, a render shows the placeholders. */
function setOption(document: Document): string {
  const [first] = listVariables(document);
  return first ? ` --set '${first.name}=${(first.default ?? '').slice(0, 40).replaceAll("'", '')}'` : '';
}

function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
