import { FramemillError } from '@framemill/timeline';
import { requireEnding } from './media-ending.ts';
import type { ReceivedFile } from './receive-file.ts';

/** A file as it came in, ready to be stored. */
export interface Upload {
  name: string;
  content: UploadContent;
  sizeBytes: number;
  sha256: string;
  /** Ending of the object's name, from the file's first bytes. */
  ending: string;
  /** The charged call that made it; absent for what a caller sends. */
  generationId?: string;
}

/** Where the bytes of an upload are: in memory, or in a file of the disk. */
export type UploadContent = { data: Buffer } | { path: string };

/** A received file as an upload called `name`. Throws `invalid_request`, naming `field`, when its bytes are of no known kind. */
export function receivedUpload(file: ReceivedFile, name: string, field: string): Upload {
  const { path, sizeBytes, sha256, head } = file;
  try {
    return { name: cleanName(name), content: { path }, sizeBytes, sha256, ending: file.ending ?? requireEnding(head) };
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    throw new FramemillError(error.code, error.message, { ...error.details, field });
  }
}

/** A name as it is stored: one line of at most 200 characters. Names are shown, never used as paths. */
export function cleanName(raw: string): string {
  const printable = [...raw.toWellFormed()].filter((character) => character > '\u001f' && character !== '\u007f');
  return printable.join('').trim().slice(0, 200).toWellFormed() || 'Untitled';
}
