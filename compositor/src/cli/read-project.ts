import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseDocument } from '@framemill/timeline/document';
import { FramemillError } from '@framemill/timeline/errors';
import type { Document } from '@framemill/timeline/rendering';

export interface Project {
  document: Document;
  /** Folder that relative sources are resolved against; absolute. */
  mediaRoot: string;
}

/** Reads a project file: a bare document, or `{ document, mediaRoot }`. Throws FramemillError `invalid_request`, `not_found`. */
export async function readProject(path: string): Promise<Project> {
  const value = parseJson(path, await readText(path));
  const folder = dirname(resolve(path));
  if (!isRecord(value) || !('document' in value)) return { document: parseDocument(value), mediaRoot: folder };
  const { mediaRoot = '.' } = value;
  if (typeof mediaRoot !== 'string')
    throw new FramemillError(
      'invalid_request',
      `mediaRoot in ${path} must be a folder name (got ${JSON.stringify(mediaRoot)}).`,
    );
  return { document: parseDocument(value.document), mediaRoot: resolve(folder, mediaRoot) };
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new FramemillError('not_found', `The project file ${path} cannot be read. Check the path.`, {}, { cause });
  }
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const [, line, column] = /line (\d+) column (\d+)/.exec(String(cause)) ?? [];
    const place = line === undefined ? '' : ` (line ${line}, column ${column})`;
    const message = `The project file ${path} is not JSON${place}. Export it again, or mend it there.`;
    throw new FramemillError('invalid_request', message, {}, { cause });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
