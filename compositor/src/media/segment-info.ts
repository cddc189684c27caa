import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** What was written: checked again wherever the file arrives. */
export interface SegmentInfo {
  frames: number;
  sizeBytes: number;
  /** Lower-case hex of the file's bytes. */
  sha256: string;
}

const CHUNK_BYTES = 1 << 20;

/** Size and hash of a finished file. Reads it in pieces: 1 MB of memory, about 1 s a gigabyte. */
export function fileIdentity(path: string): { sizeBytes: number; sha256: string } {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const file = openSync(path, 'r');
  let sizeBytes = 0;
  try {
    for (let read = readSync(file, chunk); read > 0; read = readSync(file, chunk)) {
      hash.update(chunk.subarray(0, read));
      sizeBytes += read;
    }
  } finally {
    closeSync(file);
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}

/** Tells a file from others on this machine, and from itself after somebody has written to it, without reading it. */
export function placeIdentity(path: string): { sizeBytes: number; sha256: string } {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
  return {
    sizeBytes: Number(size),
    sha256: createHash('sha256').update(`${dev} ${ino} ${size} ${mtimeNs}`).digest('hex'),
  };
}
