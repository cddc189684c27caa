import { readFileSync } from 'node:fs';

/** Entry of a ZIP archive. */
export interface ZipEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads the entries of a ZIP without compression, from its central directory (APPNOTE 4.3). */
export function zipEntries(path: string): ZipEntry[] {
  const file = readFileSync(path);
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  const count = file.readUInt16LE(end + 10);
  const entries: ZipEntry[] = [];
  for (let at = file.readUInt32LE(end + 16), left = count; left > 0; left--) {
    const [size, nameLength] = [file.readUInt32LE(at + 24), file.readUInt16LE(at + 28)];
    const name = file.toString('utf8', at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    entries.push({ name, bytes: file.subarray(start, start + size) });
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}
