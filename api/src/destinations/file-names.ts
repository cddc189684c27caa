import { createHash } from 'node:crypto';
import path from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { safeFileName } from '../files/file-names.ts';

/** Default pattern for file names. */
export const DEFAULT_FILE_NAME = '{name}-{renderId}';

/** Placeholders of a file name pattern, with their meanings. */
export const filePlaceholders = {
  reference: 'the `reference` of the render',
  name: 'the name of the project, or of the item of a batch',
  renderId: 'the id of the render',
  format: 'the format, such as `mp4`',
  index: 'the number of the file among those of its render, from 1 on',
} as const;

type Placeholder = keyof typeof filePlaceholders;

/** Output file of a render. `ending` is its extension with the dot. */
export interface NamedFile {
  readonly format: string;
  readonly ending: string;
}

/** Values for the placeholders of file names. An empty value is replaced by the render's id. */
export interface NameFacts {
  readonly reference: string;
  readonly name: string;
  readonly renderId: string;
}

/** Maximum length of a path segment in bytes, including its extension. File systems allow 255. */
const LONGEST_PART = 240;

/**
 * Checks a file name pattern. Throws `invalid_request` when it could leave its folder, or no file system accepts it.
 */
export function checkFileName(pattern: string): void {
  const known = Object.keys(filePlaceholders);
  const unknown = [...pattern.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name).filter((n) => !known.includes(n));
  if (unknown.length > 0) {
    throw refuse(`the placeholder {${unknown[0]}} is unknown. Use ${known.map((name) => `{${name}}`).join(', ')}`);
  }
  for (const part of pattern.replaceAll(/\{\w+\}/g, 'x').split('/')) {
    if (part !== '' && part === safeFileName(part) && !/[{}]/.test(part)) continue;
    const what = part === '' ? 'an empty part between slashes' : `the part ${JSON.stringify(part.slice(0, 60))}`;
    throw refuse(
      `${what} is not allowed. Use up to 100 characters without \\ : * ? " < > | and no dot or space at the ends`,
    );
  }
}

function refuse(why: string): FramemillError {
  return new FramemillError('invalid_request', `body.fileName: ${why}.`, { field: 'body.fileName' });
}

/**
 * Builds the file names of one render from a checked pattern, in the order of `files`. The names are paths with `/` and
 * all different. No name leaves its folder, whatever the customer's texts contain.
 */
export function fileNamesOf(pattern: string, facts: NameFacts, files: readonly NamedFile[]): string[] {
  const taken = new Set<string>();
  return files.map((file, index) => {
    const stem = pattern
      .split('/')
      .map((part) => shortened(filled(part, facts, file, index)))
      .join('/');
    const bare = stem.toLowerCase().endsWith(file.ending) ? stem.slice(0, -file.ending.length) : stem;
    let name = `${bare}${file.ending}`;
    for (let again = index + 1; taken.has(name); again += 1) name = `${bare}-${again}${file.ending}`;
    taken.add(name);
    return name;
  });
}

/** Returns the file extension at the end of an address, with the dot, in lower case; empty when there is none. */
export function endingOf(url: string): string {
  return path.posix.extname(url).toLowerCase();
}

function filled(part: string, facts: NameFacts, { format }: NamedFile, index: number): string {
  const values: Record<Placeholder, string> = { ...facts, format, index: String(index + 1) };
  const text = part.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = isPlaceholder(name) ? values[name] : '';
    return cleaned(value) || facts.renderId;
  });
  return text.replaceAll(/^[ .]+|[ .]+$/g, '') || facts.renderId;
}

/**
 * Cleans a text as `safeFileName` does, but without shortening it. Shortening could make the names of two videos equal.
 */
function cleaned(text: string): string {
  const parts = [...text];
  const pieces = Array.from({ length: Math.ceil(parts.length / 50) }, (_, n) =>
    parts.slice(n * 50, n * 50 + 50).join(''),
  );
  return pieces
    .map((piece) => safeFileName(`x${piece}x`).slice(1, -1))
    .join('')
    .replaceAll(/^[ .]+|[ .]+$/g, '');
}

/**
 * Shortens a long path segment and appends a hash of the complete segment. Segments that differ only at the end then
 * stay different.
 */
function shortened(part: string): string {
  if (Buffer.byteLength(part) <= LONGEST_PART - 20) return part;
  const hash = createHash('sha256').update(part).digest('hex').slice(0, 12);
  let kept = '';
  for (const character of part) {
    if (Buffer.byteLength(kept + character) > LONGEST_PART - 40) break;
    kept += character;
  }
  return `${kept}-${hash}`;
}

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(filePlaceholders, name);
}
