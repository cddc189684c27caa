import { type IngestPart, type IngestResult, parseIngestResult } from '../protocol/index.ts';

/** A part of a media file's ingest as the database has it. */
export interface IngestRow {
  readonly part: string;
  readonly status: string;
  readonly error: string | null;
  readonly result: unknown;
}

/** What one part of an ingest has given; null while it is under way, when it failed, and for files that have no such part. */
export function madeOf(ingests: readonly IngestRow[], part: IngestPart): IngestResult | null {
  const row = ingests.find((candidate) => candidate.part === part && candidate.status === 'DONE');
  return row ? parseIngestResult(row.result) : null;
}
