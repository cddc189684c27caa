import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { FramemillError } from '@framemill/timeline/rendering';
import { ZipFile } from 'yazl';

/** A ZIP file that is being written. Its entries have one fixed date, so that equal contents are equal bytes. */
export interface ZipWriter {
  /** Adds a file, uncompressed: what goes in here is compressed already. */
  add(name: string, contents: Uint8Array): void;
  /** Resolves when everything that was added so far has gone to the disk, or nearly. */
  drained(): Promise<void>;
  finish(): Promise<void>;
}

/** Starts a ZIP at `path`. `entryDate` is that of all entries, in local time. Throws `internal_error` without one. */
export function openZip(path: string, entryDate: Date | undefined): ZipWriter {
  if (!entryDate) throw new FramemillError('internal_error', 'A ZIP was to be made without a date of its entries.');
  // Without the second field that says it in UTC: nodes may be in several time zones.
  const entry = { mtime: entryDate, forceDosTimestamp: true, compress: false, mode: 0o100644 };
  const zip = new ZipFile();
  const out = createWriteStream(path);
  const written = pipeline(zip.outputStream, out);
  // Whoever adds the next file hears of it.
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
