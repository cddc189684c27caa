import { crc32 } from 'node:zlib';

/** A file of an archive. */
export interface ZipEntry {
  /** Path in the archive, with slashes; no two are the same. */
  readonly name: string;
  /** Below 4 GB. */
  readonly sizeBytes: number;
  readonly modified: Date;
  /** Its bytes, read when their turn comes: as many as `sizeBytes`. */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/** Largest file that an entry holds. */
export const MOST_ENTRY_BYTES = 0xffff_fffe;

/** Names are UTF-8, and the checksum comes after the bytes. */
const FLAGS = 0x0808;
const VERSION = 45;

/**
 * A ZIP archive of files as they are: videos do not get smaller. It is made while it is read, one file after the other, and holds none of
 * them in memory. Archives beyond 4 GB are ZIP64 (APPNOTE 6.3.10, 4.3.14).
 */
export async function* zipStream(entries: Iterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const head = localHeader(entry);
    yield head;
    let crc = 0;
    let sent = 0;
    for await (const piece of await entry.read()) {
      crc = crc32(piece, crc);
      sent += piece.length;
      yield piece;
    }
    if (sent !== entry.sizeBytes) throw new RangeError(`${entry.name} has ${sent} bytes, not ${entry.sizeBytes}`);
    const tail = descriptor(crc, sent);
    yield tail;
    directory.push(directoryEntry(entry, crc, offset));
    offset += head.length + sent + tail.length;
  }
  const sizeBytes = directory.reduce((sum, { length }) => sum + length, 0);
  yield* directory;
  yield ending(directory.length, sizeBytes, offset);
}

function localHeader({ name, sizeBytes, modified }: ZipEntry): Buffer {
  const path = Buffer.from(name);
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x0403_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt32LE(dosTime(modified), 10);
  head.writeUInt32LE(sizeBytes, 18);
  head.writeUInt32LE(sizeBytes, 22);
  head.writeUInt16LE(path.length, 26);
  return Buffer.concat([head, path]);
}

function descriptor(crc: number, sizeBytes: number): Buffer {
  const tail = Buffer.alloc(16);
  tail.writeUInt32LE(0x0807_4b50, 0);
  tail.writeUInt32LE(crc, 4);
  tail.writeUInt32LE(sizeBytes, 8);
  tail.writeUInt32LE(sizeBytes, 12);
  return tail;
}

function directoryEntry({ name, sizeBytes, modified }: ZipEntry, crc: number, offset: number): Buffer {
  const path = Buffer.from(name);
  const isFar = offset >= 0xffff_ffff;
  const extra = Buffer.alloc(isFar ? 12 : 0);
  if (isFar) {
    extra.writeUInt16LE(1, 0);
    extra.writeUInt16LE(8, 2);
    extra.writeBigUInt64LE(BigInt(offset), 4);
  }
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x0201_4b50, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(VERSION, 6);
  head.writeUInt16LE(FLAGS, 8);
  head.writeUInt32LE(dosTime(modified), 12);
  head.writeUInt32LE(crc, 16);
  head.writeUInt32LE(sizeBytes, 20);
  head.writeUInt32LE(sizeBytes, 24);
  head.writeUInt16LE(path.length, 28);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(isFar ? 0xffff_ffff : offset, 42);
  return Buffer.concat([head, path, extra]);
}

function ending(entries: number, sizeBytes: number, offset: number): Buffer {
  const isFar = offset + sizeBytes >= 0xffff_ffff;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x0605_4b50, 0);
  end.writeUInt16LE(entries, 8);
  end.writeUInt16LE(entries, 10);
  end.writeUInt32LE(isFar ? 0xffff_ffff : sizeBytes, 12);
  end.writeUInt32LE(isFar ? 0xffff_ffff : offset, 16);
  if (!isFar) return end;
  const far = Buffer.alloc(76);
  far.writeUInt32LE(0x0606_4b50, 0);
  far.writeBigUInt64LE(44n, 4);
  far.writeUInt16LE(VERSION, 12);
  far.writeUInt16LE(VERSION, 14);
  far.writeBigUInt64LE(BigInt(entries), 24);
  far.writeBigUInt64LE(BigInt(entries), 32);
  far.writeBigUInt64LE(BigInt(sizeBytes), 40);
  far.writeBigUInt64LE(BigInt(offset), 48);
  far.writeUInt32LE(0x0706_4b50, 56);
  far.writeBigUInt64LE(BigInt(offset + sizeBytes), 64);
  far.writeUInt32LE(1, 72);
  return Buffer.concat([far, end]);
}

/** Time and date as MS-DOS has them, in UTC: two seconds are its smallest step. */
function dosTime(moment: Date): number {
  const time = (moment.getUTCHours() << 11) | (moment.getUTCMinutes() << 5) | (moment.getUTCSeconds() >> 1);
  const date = ((moment.getUTCFullYear() - 1980) << 9) | ((moment.getUTCMonth() + 1) << 5) | moment.getUTCDate();
  return ((date << 16) | time) >>> 0;
}
