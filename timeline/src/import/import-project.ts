import { createDocument } from '../document/create-document.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { parseDocument } from '../document/parse-document.ts';
import { shortened, storableText } from '../document/storable-text.ts';
import { refuse } from '../errors/framemill-error.ts';
import { documentOfLayers } from './document-of-layers.ts';
import { IMPORT_FORMATS, type ImportFormat } from './formats.ts';
import type { ImportContext, ImportedRender } from './import-context.ts';
import { type ImportCoverage, type ImportRow, parseSource, SourceTree } from './source-tree.ts';

/** Media that an imported project needs and that are not there. */
export interface MissingMedia {
  /** Source in the file: URL, path or `{{name|default}}`. Empty for media that another service would generate. */
  src: string;
  type: 'video' | 'image' | 'audio' | 'sticker';
  name: string;
  /** Clips that are placeholders of it. The command replaceMedia puts the media in. */
  clipIds: string[];
}

/** A project that was read from a file of another program. */
export interface ImportedFile {
  format: ImportFormat;
  document: Document;
  /** One row for each thing of the file that the project does not have, or has in another form. */
  report: ImportRow[];
  coverage: ImportCoverage;
  missing: MissingMedia[];
  /** Settings for POST /v1/renders; `null` when the file names no output. */
  render: ImportedRender | null;
}

/** Maximum length of an imported file, in characters. */
const MOST_IMPORTED = 16_000_000;

/**
 * Reads a file of another program as a new project. The format is recognised by the content. `file` is the text, or the
 * JSON value. Media are looked up in `context.mediaMap` and by `context.media`; those that are not there become
 * placeholders. Throws `invalid_request` for a file of no known format, and for one that exceeds the limits of a
 * document.
 */
export function importProject(file: unknown, name: string, context: ImportContext): ImportedFile {
  if (typeof file === 'string' && file.length > MOST_IMPORTED) {
    throw refuse(`The file has ${file.length} characters; the limit is ${MOST_IMPORTED}. Import a part of it.`);
  }
  const isText = typeof file === 'string' && !/^\s*[[{]/.test(file.slice(0, 1_000).replace('\uFEFF', ''));
  const value = typeof file === 'string' && !isText ? parseSource(file) : file;
  const tree = new SourceTree(value);
  const format = IMPORT_FORMATS.find((one) => one.matches(value));
  if (!format) {
    const known = IMPORT_FORMATS.map(({ title }) => title).join(', ');
    throw refuse(`The format of the file is not known. Known formats: ${known}.`);
  }
  const { settings, layers, render, markers = [] } = format.read(tree, context);
  const empty = createDocument({ ...settings, name: plainName(settings.name ?? '') || name });
  const placed = documentOfLayers(empty, layers, context.newId, (clip, why) => {
    tree.note('', clip.name ?? clip.type, `A clip was left out: ${why}`);
  });
  if (markers.length > LIMITS.markers) {
    throw refuse(`The file has ${markers.length} markers; the limit is ${LIMITS.markers}. Remove some.`);
  }
  const marked = markers.map((marker) => ({ ...marker, id: context.newId('marker') }));
  // As JSON: what was read through a view of the file is not an ordinary object.
  const plain: unknown = JSON.parse(
    JSON.stringify(marked.length > 0 ? { ...placed, markers: marked } : placed),
    (_key, value: unknown) => (typeof value === 'string' ? storableText(value) : value),
  );
  const document = parseDocument(plain);
  const { rows: report, coverage } = tree.finish();
  return { format: format.name, document, report, coverage, missing: missingOf(document), render };
}

/** Returns a name without control characters and surrounding spaces. */
function plainName(name: string): string {
  return shortened(name.replace(/\p{Cc}/gu, ' ').trim(), LIMITS.nameLength);
}

function missingOf({ clips }: Document): MissingMedia[] {
  const found = new Map<string, MissingMedia>();
  for (const { id, name, missing } of clips) {
    if (!missing) continue;
    const key = JSON.stringify([missing.type, missing.src || name]);
    const known = found.get(key) ?? { src: missing.src, type: missing.type, name, clipIds: [] };
    known.clipIds.push(id);
    found.set(key, known);
  }
  return [...found.values()];
}
