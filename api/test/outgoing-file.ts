import { Readable } from 'node:stream';
import type { OutgoingFile, SentPart } from '../src/destinations/sender.ts';

/** File to deliver that records the progress reported by its sender. */
export interface NotedFile extends OutgoingFile {
  /** Ids of the uploads that the sender began, in order, with null each time it abandoned one. */
  readonly uploads: (string | null)[];
  readonly sentParts: SentPart[];
  /** Number of bytes that the destination has confirmed. */
  offset: number;
  /** Number of bytes that were sent. */
  tookBytes: number;
}

/**
 * Creates a file to deliver with the content `bytes`. Its read chunks have other sizes than messages and upload parts.
 */
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
