import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';

/** Command-line options that map sources to files. */
export interface MediaOptions {
  /** Pairs `id=file`, with files relative to the working folder. */
  media: readonly string[];
  /**
   * Path of a JSON file that maps sources to files, with paths relative to the JSON file's folder; null without one.
   */
  mediaMap: string | null;
}

/**
 * Reads the command-line options that map sources to files. Returns the absolute path of each mapped file by its
 * source. Throws `invalid_request` or `not_found`.
 */
export async function readMediaOptions({ media, mediaMap }: MediaOptions): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  for (const [src, file] of mediaMap === null ? [] : await readMap(mediaMap)) {
    files.set(src, resolve(dirname(resolve(mediaMap ?? '')), file));
  }
  for (const pair of media) {
    const [, src = '', file = ''] = /^([^=]+)=(.+)$/s.exec(pair) ?? [];
    if (file === '') throw refuse(`--media must be <id>=<file> (got "${pair}").`);
    files.set(src, resolve(file));
  }
  return files;
}

async function readMap(path: string): Promise<[string, string][]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new FramemillError('not_found', `The media map ${path} cannot be read. Check the path.`, {}, { cause });
  });
  const entries = Object.entries(Object(parsed(text)));
  const broken = entries.find(([, file]) => typeof file !== 'string');
  if (entries.length === 0 || broken) {
    const found = broken ? ` (got ${JSON.stringify(broken[1])} for "${broken[0]}")` : '';
    throw refuse(`The media map ${path} must be a JSON object of sources and files: { "med_1": "intro.mp4" }${found}.`);
  }
  return entries.map(([src, file]) => [src, String(file)]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function refuse(message: string): FramemillError {
  return new FramemillError('invalid_request', message);
}
