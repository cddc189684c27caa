import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** File to be added to a ZIP archive. */
export interface ZipEntry {
  /** Path in the archive, separated by slashes; unique within it. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modified: Date;
  /** Opens the file when the archive reaches it. The content must have exactly `sizeBytes` bytes. */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * Creates a stream of a ZIP archive that stores its files uncompressed, because videos do not compress further.
 * The files are read one after the other while the archive is read, and none is held in memory. The stream is destroyed
 * with an error when a file cannot be read or its size differs.
 */
export function zipArchive(entries: Iterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const archive = new Readable().wrap(zip.outputStream);
  let current: Readable | null = null;
  for (const { name, sizeBytes, modified, read } of entries) {
    zip.addReadStreamLazy(name, { size: sizeBytes, mtime: modified, compress: false }, (give) => {
      read().then(
        (pieces) => {
          current = Readable.from(pieces, { objectMode: false });
          give(null, current);
        },
        (error: unknown) => archive.destroy(error instanceof Error ? error : new Error(String(error))),
      );
    });
  }
  zip.on('error', (error: Error) => archive.destroy(error));
  // The client may disconnect: the file being read must then be closed.
  archive.once('close', () => current?.destroy());
  zip.end();
  return archive;
}
