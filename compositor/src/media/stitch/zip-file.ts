import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { ZipFile } from 'yazl';

/** Writer of a ZIP file. All entries have the same date, so that equal contents are equal bytes. */
export interface ZipWriter {
  /**
   * Adds a file without compression, since all contents are compressed already. Throws when writing has failed before.
   */
  add(name: string, contents: Uint8Array): void;
  /** Resolves when nearly all of the added data is written to the file. Rejects when writing has failed. */
  drained(): Promise<void>;
  finish(): Promise<void>;
}

/**
 * Opens a ZIP for writing at `path`. `entryDate` is the date of all entries, in local time. Throws `internal_error`
 * without one.
 */
export function openZip(path: string, entryDate: Date | undefined): ZipWriter {
  if (!entryDate) throw new FramemillError('internal_error', 'A ZIP file needs the date of its entries.');
  // Without the second field with the date in UTC: nodes may be in several time zones.
  const entry = { mtime: entryDate, forceDosTimestamp: true, compress: false, mode: 0o100644 };
  const zip = new ZipFile();
  const out = createWriteStream(path);
  const written = pipeline(zip.outputStream, out);
  // The error is thrown by the next `add` or `drained`.
  let failure: unknown = null;
  written.catch((error: unknown) => {
    failure = error;
  });
  return {
    add(name, contents) {
      if (failure) throw failure;
      zip.addBuffer(Buffer.from(contents), name, entry);
    },
    async drained() {
      while (!failure && out.writableNeedDrain) await once(out, 'drain');
      if (failure) throw failure;
    },
    async finish() {
      zip.end();
      await written;
    },
  };
}
