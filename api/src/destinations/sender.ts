import type { Readable } from 'node:stream';

/** Part of a multipart upload that the destination has acknowledged. */
export interface SentPart {
  readonly etag: string;
  readonly sizeBytes: number;
}

/** Unfinished upload at the destination that an earlier attempt began. */
export interface UnfinishedUpload {
  /** Id of a multipart upload (s3), or name of a hidden file (sftp). */
  readonly id: string;
  /** Bytes from the start of the file that the destination acknowledged. */
  readonly sentBytes: number;
  /** Acknowledged parts in ascending order. Empty for all kinds of destinations except `s3`. */
  readonly parts: readonly SentPart[];
}

/** File to send, with the functions that record the progress of its upload. */
export interface OutgoingFile {
  /** Id of the file, the same at each attempt. */
  readonly id: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Name at the destination: a path with `/`. */
  readonly path: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  /** Opens the file's bytes from `offset` (default 0) to its end. */
  open(offset?: number): Promise<Readable>;
  /** Unfinished upload that can be resumed; `null` when there is none. */
  readonly unfinished: UnfinishedUpload | null;
  /**
   * Stores the id of an upload that this attempt has started and that has no parts yet. `null` means that the
   * destination has no unfinished upload.
   */
  noteUpload(id: string | null): Promise<void>;
  /** Stores the next acknowledged part of the upload. */
  notePart(part: SentPart): Promise<void>;
  /**
   * Reports the number of bytes just sent, to measure the transfer speed. A transfer that is too slow is aborted
   * through the signal passed to `send`.
   */
  took(bytes: number): void;
  /** Records the offset up to which the destination has acknowledged the file. */
  reached(offset: number): void;
}

/** Result of testing a destination. */
export interface CheckResult {
  /** Whether a test file was written. */
  readonly wrote: boolean;
  /** Whether the test file was removed again. */
  readonly removed: boolean;
  /** Additional note for the user; `null` when there is none. */
  readonly note: string | null;
}

/** Sender of files to one destination. Any error may be thrown; `deliveryFault` converts it for the owner. */
export interface Sender {
  /**
   * Sends a file, which appears at the destination completely or not at all. An existing file of the same name is
   * replaced. Returns the file's address without secrets.
   */
  send(file: OutgoingFile, signal: AbortSignal): Promise<{ url: string }>;
  /**
   * Removes an unfinished upload of the file at `path` from the destination. Does nothing if the credentials do not
   * allow it.
   */
  abandon(path: string, uploadId: string, signal: AbortSignal): Promise<void>;
  /** Tests the destination by writing a file of a few bytes and removing it, unless that could replace a file. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/** Returns the name of a test file. `mark` is a hexadecimal text that differs between tests. */
export const checkFileOf = (mark: string): string => `framemill-check-${mark}.txt`;

/** Content of a test file. */
export const CHECK_TEXT = 'Framemill wrote this file to see whether it may. It can be deleted.\n';
