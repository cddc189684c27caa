import { Readable } from 'node:stream';
import type { OutgoingFile, SentPart } from '../src/destinations/sender.ts';

/** A file to send, with what the sender noted of it. */
export interface NotedFile extends OutgoingFile {
  /** Ids of the uploads that were begun; null: given up. */
  readonly uploads: (string | null)[];
  readonly sentParts: SentPart[];
  /** Up to where the destination has it. */
  offset: number;
  /** Bytes that went out. */
  tookBytes: number;
}

/** A file of these bytes, in chunks that fit into no message and no part. */
export function outgoingFile(bytes: Buffer, change: Partial<OutgoingFile> = {}): NotedFile {
  const file: NotedFile = {
    ...{ id: 'del_1', attempt: 1, path: 'a/b/film.mp4', sizeBytes: bytes.length, contentType: 'video/mp4' },
    ...{ unfinished: null, uploads: [], sentParts: [], offset: 0, tookBytes: 0 },
    open: async (offset = 0) =>
      Readable.from([bytes.subarray(offset, offset + 70_001), bytes.subarray(offset + 70_001)]),
    async noteUpload(id) {
      file.uploads.push(id);
    },
    async notePart(part) {
      file.sentParts.push(part);
    },
    took(count) {
      file.tookBytes += count;
    },
    reached(offset) {
      file.offset = offset;
    },
    ...change,
  };
  return file;
}
