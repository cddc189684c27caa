import type { Readable } from 'node:stream';

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
  /** Its bytes, once from the beginning. */
  open(): Promise<Readable>;
  /** A multipart upload that an earlier attempt began and did not end; null: none. */
  readonly uploadId: string | null;
  /** Notes the multipart upload that this attempt begins; null: it has ended. */
  noteUpload(uploadId: string | null): Promise<void>;
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
  /** Writes a file of a few bytes and removes it, where that does no harm. */
  check(signal: AbortSignal): Promise<CheckResult>;
}

/** The name of a test file. `mark`: hexadecimal, different each time. */
export const checkFileOf = (mark: string): string => `framemill-check-${mark}.txt`;

/** What a test file holds. */
export const CHECK_TEXT = 'Framemill wrote this file to see whether it may. It can be deleted.\n';
