import type { Readable } from 'node:stream';

/** A part of a multipart upload that the destination has acknowledged. */
export interface SentPart {
  readonly etag: string;
  readonly sizeBytes: number;
}

/** Unfinished upload that an earlier attempt left at the destination. */
export interface UnfinishedUpload {
  /** Id of a multipart upload (s3), or name of a hidden file (sftp). */
  readonly id: string;
  /** Bytes of the file, from its beginning, that the destination acknowledged. */
  readonly sentBytes: number;
  /** Parts in order: of s3 alone. */
  readonly parts: readonly SentPart[];
}

/** A file to send. */
export interface OutgoingFile {
  /** The same at each attempt. */
  readonly id: string;
  /** Which attempt this is, from 1 on. */
  readonly attempt: number;
  /** Name at the destination: a path with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Its bytes from `offset` (0 when absent) to its end. */
  open(offset?: number): Promise<Readable>;
  /** An upload that can be resumed; null: none. */
  readonly unfinished: UnfinishedUpload | null;
  /** Stores the id of the upload that this attempt begins, without parts; null: the destination keeps nothing. */
  noteUpload(id: string | null): Promise<void>;
  /** Stores the next part of the upload. */
  notePart(part: SentPart): Promise<void>;
  /** Counts bytes that went out, for the pace: a sending that is too slow is ended by its signal. */
  took(bytes: number): void;
  /** Notes up to where the destination has acknowledged the file. */
  reached(offset: number): void;
}

/** What a test of a destination did. */
export interface CheckResult {
  /** Whether a test file was written. */
  readonly wrote: boolean;
  /** Whether it was removed again. */
  readonly removed: boolean;
  /** What else is worth knowing; null: nothing. */
  readonly note: string | null;
}

/** Sends files to one destination. Whatever goes wrong is thrown; `deliveryFault` says what it means. */
export interface Sender {
  /**
   * Sends a file, which is there completely or not at all: one that is there already under the name is replaced. Gives its address,
   * without anything secret.
   */
  send(file: OutgoingFile, signal: AbortSignal): Promise<{ url: string }>;
  /** Removes an unfinished upload of the file at `path`. May do nothing where that is not allowed. */
  abandon(path: string, uploadId: string, signal: AbortSignal): Promise<void>;
  /** Writes a file of a few bytes and removes it, where that does no harm. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/** The name of a test file. `mark`: hexadecimal, different each time. */
export const checkFileOf = (mark: string): string => `framemill-check-${mark}.txt`;

/** What a test file holds. */
export const CHECK_TEXT = 'Framemill wrote this file to see whether it may. It can be deleted.\n';
