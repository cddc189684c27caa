import type { Prisma } from '@framemill/infra';
import { parseMediaFacts } from '@framemill/scheduler/protocol';
import { type Static, Type } from '@framemill/timeline/typebox';
import {
  FilmstripRecordSchema,
  filmstripRecord,
  IngestRecordSchema,
  ingestRecord,
  PeaksRecordSchema,
  peaksRecord,
  proxyUrl,
  waveformUrl,
} from './ingest-record.ts';

const nullableNumber = Type.Unsafe<number | null>({ type: ['number', 'null'] });
const nullableString = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** Kinds of media. `animation` is Lottie, `lut` is a .cube file, `table` is CSV. */
export const MEDIA_KINDS = ['video', 'animation', 'audio', 'image', 'lut', 'subtitle', 'font', 'table'] as const;

/** Media record as API responses show it. */
export const MediaRecordSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    status: Type.Enum(['PROCESSING', 'READY', 'FAILED']),
    error: nullableString,
    kind: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'video, animation (Lottie), audio, image, lut (a .cube file), subtitle, font or table (CSV); null while ' +
        'PROCESSING.',
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
    proxyUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description:
        'Small copy of a video without sound, with a key frame every eighth of a second: for players that jump about in it.',
    }),
    waveformUrl: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'JSON: durationSec, peaksPerSec, peaks (0-1).',
    }),
    filmstrip: Type.Union([FilmstripRecordSchema, Type.Null()], {
      description: 'Thumbnails along a video, in one picture; null where there are none.',
    }),
    peaks: Type.Union([PeaksRecordSchema, Type.Null()], {
      description: 'The sound at several zooms; null where there are none.',
    }),
    slots: Type.Array(
      Type.Object({
        id: Type.String(),
        type: Type.Enum(['text', 'color', 'number']),
        value: Type.String({ description: 'Value in the file.' }),
      }),
      { description: 'Slots of an animation, which the `slots` of a clip may fill; empty for other kinds.' },
    ),
    warnings: Type.Array(Type.String(), {
      description: 'Parts of an animation that are not shown or not run, each as a sentence; empty for other kinds.',
    }),
    ingest: IngestRecordSchema,
    createdAt: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Media',
    examples: [
      {
        ...{
          id: 'med_0123456789abcdef0123456789abcdef',
          name: 'holiday.mp4',
          status: 'READY',
          error: null,
          kind: 'video',
        },
        ...{
          mimeType: 'video/mp4',
          sizeBytes: 4_194_304,
          width: 1920,
          height: 1080,
          durationSec: 12.5,
          fps: 30,
          hasAudio: true,
        },
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        url: '/uploads/med_0123456789abcdef0123456789abcdef.mp4',
        ...{ posterUrl: null, proxyUrl: null, waveformUrl: null, filmstrip: null, peaks: null },
        ...{ slots: [], warnings: [] },
        ingest: { picture: 'PROCESSING', sound: 'PROCESSING', error: null },
        createdAt: '2026-11-21T10:00:00.000Z',
      },
    ],
  },
);

/** Media record; see `MediaRecordSchema`. */
export type MediaRecord = Static<typeof MediaRecordSchema>;

/** Media row of the database, with the rows of its ingest. */
export type MediaRow = Prisma.MediaGetPayload<{ include: typeof withIngests }>;

/** Prisma `include` of every query for media rows. */
export const withIngests = { ingests: true } as const;

/** Builds the record of a media row. */
export function mediaRecord(row: MediaRow): MediaRecord {
  const animation = row.kind === 'animation' && row.facts !== null ? parseMediaFacts(row.facts).animation : undefined;
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
    proxyUrl: proxyUrl(row.ingests),
    waveformUrl: waveformUrl(row.ingests),
    filmstrip: filmstripRecord(row.ingests),
    peaks: peaksRecord(row.ingests),
    slots: animation?.slots ?? [],
    warnings: animation?.warnings ?? [],
    ingest: ingestRecord(row.ingests),
    createdAt: row.createdAt.toISOString(),
  };
}
