import type { Prisma } from '@framemill/infra';
import Type, { type Static } from 'typebox';
import { IngestRecordSchema, ingestRecord, waveformUrl } from './ingest-record.ts';

const nullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });
const nullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** A media file as answers show it. */
export const MediaRecordSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  status: Type.Enum(['PROCESSING', 'READY', 'FAILED']),
  error: nullableString,
  kind: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'video, audio or image; null while PROCESSING.',
  }),
  mimeType: nullableString,
  sizeBytes: Type.Integer(),
  width: nullableNumber,
  height: nullableNumber,
  durationSec: nullableNumber,
  fps: nullableNumber,
  hasAudio: Type.Boolean(),
  sha256: Type.String(),
  url: Type.String({ description: 'Root-relative; usable as the `src` of a clip, as is the id.' }),
  posterUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'JPEG or PNG of at most 640 pixels a side.',
  }),
  waveformUrl: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'JSON: durationSec, peaksPerSec, peaks (0-1).',
  }),
  ingest: IngestRecordSchema,
  createdAt: Type.String({ format: 'date-time' }),
});

/** See `MediaRecordSchema`. */
export type MediaRecord = Static<typeof MediaRecordSchema>;

/** A media row of the database with what was made of it. */
export type MediaRow = Prisma.MediaGetPayload<{ include: typeof withIngests }>;

/** What a query for media rows includes. */
export const withIngests = { ingests: true } as const;

/** The record of a row. */
export function mediaRecord(row: MediaRow): MediaRecord {
  return {
    id: row.id,
    name: row.name,
    status: row.status === 'READY' || row.status === 'FAILED' ? row.status : 'PROCESSING',
    error: row.error,
    kind: row.kind,
    mimeType: row.mimeType,
    sizeBytes: Number(row.sizeBytes),
    width: row.width,
    height: row.height,
    durationSec: row.durationSec,
    fps: row.fps,
    hasAudio: row.hasAudio,
    sha256: row.sha256,
    url: `/${row.objectKey}`,
    posterUrl: row.posterKey === null ? null : `/${row.posterKey}`,
    waveformUrl: waveformUrl(row.ingests),
    ingest: ingestRecord(row.ingests),
    createdAt: row.createdAt.toISOString(),
  };
}
