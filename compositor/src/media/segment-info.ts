import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** Properties of a written segment. Each receiver of the file verifies them. */
export interface SegmentInfo {
  frames: number;
  sizeBytes: number;
  /** SHA-256 of the file's bytes, in lower-case hexadecimal. */
  sha256: string;
}

const CHUNK_BYTES = 1 << 20;

/** Computes size and hash of a finished file. Reads it in chunks: 1 MB of memory, about 1 s a gigabyte. */
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

/**
 * Computes an identifier of a local file from device, inode, size and modification time, without reading the file. It
 * differs between files and changes when the file is written. Throws when the file does not exist.
 */
export function placeIdentity(path: string): { sizeBytes: number; sha256: string } {
  const { dev, ino, size, mtimeNs } = statSync(path, { bigint: true });
  return {
    sizeBytes: Number(size),
    sha256: createHash('sha256').update(`${dev} ${ino} ${size} ${mtimeNs}`).digest('hex'),
  };
}

/** Converts a four-character code such as `hvc1` to the number that ISO containers store. */
export function fourLetters(name: string): number {
  return Buffer.from(name, 'latin1').readUInt32LE(0);
}
