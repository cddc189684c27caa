import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** A file of an archive. */
export interface ZipEntry {
  /** Path in the archive, with slashes; no two are the same. */
  readonly name: string;
  readonly sizeBytes: number;
  readonly modified: Date;
  /** Its bytes, read when their turn comes: as many as `sizeBytes`. */
  read(): Promise<AsyncIterable<Uint8Array>>;
}

/**
 * A ZIP archive of files as they are: videos do not get smaller. It is made while it is read, one file after the other, and holds none of
 * them in memory. It breaks off when a file cannot be read or has another size.
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
  // Whoever reads it may go: the file whose turn it is must not be read on.
  archive.once('close', () => current?.destroy());
  zip.end();
  return archive;
}
