import { type IngestPart, type IngestResult, parseIngestResult } from '../protocol/index.ts';

/** Row of one part of a media file's ingest in the database. */
export interface IngestRow {
  readonly part: string;
  readonly status: string;
  readonly error: string | null;
  readonly result: unknown;
}

/**
 * Returns the result of one part of an ingest; null while it is pending, when it failed, and for files without that
 * part.
 */
export function madeOf(ingests: readonly IngestRow[], part: IngestPart): IngestResult | null {
  const row = ingests.find((candidate) => candidate.part === part && candidate.status === 'DONE');
  return row ? parseIngestResult(row.result) : null;
}
