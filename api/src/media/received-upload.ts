import { FramemillError } from '@framemill/timeline';
import { requireEnding } from './media-ending.ts';
import type { ReceivedFile } from './receive-file.ts';

/** Received file that is ready to be stored. */
export interface Upload {
  name: string;
  content: UploadContent;
  sizeBytes: number;
  sha256: string;
  /** File extension of the object's key, by the first bytes. */
  ending: string;
  /** Id of the charged call that generated the file; absent for files that a caller sent. */
  generationId?: string;
}

/** Content of an upload: bytes in memory, or a file on disk. */
export type UploadContent = { data: Buffer } | { path: string };

/**
 * Converts a received file to an upload called `name`.
 * Throws `invalid_request`, naming `field`, when its bytes are of an unknown kind.
 */
export function receivedUpload(file: ReceivedFile, name: string, field: string): Upload {
  const { path, sizeBytes, sha256, head } = file;
  try {
    return { name: cleanName(name), content: { path }, sizeBytes, sha256, ending: file.ending ?? requireEnding(head) };
  } catch (error) {
    if (!(error instanceof FramemillError)) throw error;
    throw new FramemillError(error.code, error.message, { ...error.details, field });
  }
}

/**
 * Returns a name in the form in which it is stored: one line of at most 200 characters.
 * Names are only displayed, never used as paths.
 */
export function cleanName(raw: string): string {
  const printable = [...raw.toWellFormed()].filter((character) => character > '\u001f' && character !== '\u007f');
  return printable.join('').trim().slice(0, 200).toWellFormed() || 'Untitled';
}
