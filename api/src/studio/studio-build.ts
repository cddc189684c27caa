import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** File of the built Studio. */
export interface StudioFile {
  /** Media type of the file. */
  type: string;
  data: Buffer;
  /** Returns the gzipped content, compressed on the first call; null for formats that do not get smaller. */
  gzipped: (() => Buffer) | null;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};

const PACKED = new Set(['.png', '.jpg', '.woff2']);

/** Reads the built Studio into memory, mapped by path below its folder. Empty when it was not built. */
export function readBuild(folder: string): ReadonlyMap<string, StudioFile> {
  return new Map(
    listFiles(folder).map((name) => {
      const data = readFileSync(path.join(folder, name));
      const ending = path.extname(name);
      let packed: Buffer | undefined;
      const gzipped = () => {
        packed ??= gzipSync(data, { level: 9 });
        return packed;
      };
      const type = types[ending] ?? 'application/octet-stream';
      return [name.split(path.sep).join('/'), { type, data, gzipped: PACKED.has(ending) ? null : gzipped }];
    }),
  );
}

function listFiles(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
