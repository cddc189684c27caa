import { StreamTarget, type StreamTargetChunk } from 'mediabunny';

/** File that an export writes. */
export interface ExportTarget {
  readonly target: StreamTarget;
  /** Returns the finished file; null when it was written to a file of the user. */
  file(mimeType: string): Blob | null;
  /** Discards what was written. */
  discard(): Promise<void>;
}

const options = { chunked: true, chunkSize: 4 * 1024 * 1024 };

/**
 * Opens the file of an export. With a handle, chunks of 4 MB are written to the user's file, which changes when the
 * export is finished. Without one, they become parts of a Blob, which browsers keep on disk when it is large.
 */
export async function openTarget(handle: FileSystemFileHandle | null): Promise<ExportTarget> {
  if (handle) return userFile(await handle.createWritable());
  let written = new Blob([]);
  const writable = new WritableStream<StreamTargetChunk>({
    write({ data, position }) {
      written = new Blob([written.slice(0, position), data, written.slice(position + data.length)]);
    },
  });
  return {
    target: new StreamTarget(writable, options),
    file: (type) => written.slice(0, written.size, type),
    async discard() {
      written = new Blob([]);
    },
  };
}

function userFile(file: FileSystemWritableFileStream): ExportTarget {
  let isDiscarded = false;
  // An output that is cancelled closes its stream, and closing the file would replace its content.
  const writable = new WritableStream<StreamTargetChunk>({
    async write(chunk) {
      if (!isDiscarded) await file.write(chunk);
    },
    async close() {
      if (!isDiscarded) await file.close();
    },
  });
  return {
    target: new StreamTarget(writable, options),
    file: () => null,
    discard() {
      isDiscarded = true;
      return file.abort();
    },
  };
}
