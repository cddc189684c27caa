import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CLIP_SOURCE_POSITIONS, type Clip, type Document, isRecord, sourcesAt } from '@framemill/timeline/rendering';
import { defaultSource, withDefaultSource } from '@framemill/timeline/variables';
import { jsonPath } from '../project/json-places.ts';

/** Computes the SHA-256 of a file (hex); null when it does not exist. */
export async function fileHash(path: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(path), hash);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
  return hash.digest('hex');
}

/** Link of a local folder to a project on a service, with the project's revision at the last push or pull. */
export interface Link {
  api: string;
  projectId: string;
  rev: number;
}

/** Name of the file with the link, stored next to the project file. */
const NAME = '.framemill.json';

/**
 * Reads the file that links a folder to a project on a service. Returns null when there is no such file, or when it is
 * invalid.
 */
export async function readLink(folder: string): Promise<Link | null> {
  const text = await readFile(join(folder, NAME), 'utf8').catch(() => 'null');
  const value: unknown = parsed(text);
  if (!isRecord(value)) return null;
  const { api, projectId, rev } = value;
  return typeof api === 'string' && typeof projectId === 'string' && typeof rev === 'number'
    ? { api, projectId, rev }
    : null;
}

/** Writes the file that links a folder to a project on a service. */
export async function writeLink(folder: string, link: Link): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(link, null, 2)}\n`);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Returns a copy of a document in which each source that is a key of `names` is replaced by its value. This includes
 * sources that are defaults of variables in clips. Other sources are unchanged.
 */
export function replaceSources(document: Document, names: ReadonlyMap<string, string>): Document {
  const replaced = (clip: Clip): Clip => {
    const copy = structuredClone(clip);
    for (const { src, at } of sourcesAt(CLIP_SOURCE_POSITIONS, clip)) {
      const name = names.get(defaultSource(src));
      if (name !== undefined) put(copy, jsonPath(at), withDefaultSource(src, name));
    }
    return copy;
  };
  const changed = { ...document, clips: document.clips.map(replaced) };
  if (!document.compositions) return changed;
  const compositions = document.compositions.map((one) => ({ ...one, clips: one.clips.map(replaced) }));
  return { ...changed, compositions };
}

function put(value: object, path: readonly (string | number)[], text: string): void {
  const [step, ...rest] = path;
  if (step === undefined) return;
  if (rest.length === 0) {
    Reflect.set(value, step, text);
    return;
  }
  const inner: unknown = Reflect.get(value, step);
  if (typeof inner === 'object' && inner !== null) put(inner, rest, text);
}
