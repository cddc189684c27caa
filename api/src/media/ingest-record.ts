import { type IngestRow, madeOf } from '@framemill/scheduler';
import type { IngestPart } from '@framemill/scheduler/protocol';
import { type Static, Type } from '@framemill/timeline/typebox';

const stateOf = (what: string) =>
  Type.Unsafe<'PROCESSING' | 'READY' | 'FAILED' | null>({
    enum: ['PROCESSING', 'READY', 'FAILED', null],
    description: `${what} null: the file has no such part, or is still being probed.`,
  });

/** What is made of a media file after its upload, as answers show it. The file can be used whatever the states are. */
export const IngestRecordSchema = Type.Object({
  picture: stateOf('Poster, and for videos the proxy that makes previews fast and the filmstrip.'),
  sound: stateOf(
    'Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, the waveform and the peaks.',
  ),
  error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why a part FAILED.' }),
});

/** The states of a file's ingest. */
export function ingestRecord(rows: readonly IngestRow[]): Static<typeof IngestRecordSchema> {
  const state = (part: IngestPart) => {
    const row = rows.find((candidate) => candidate.part === part);
    if (!row) return null;
    if (row.status === 'DONE') return 'READY';
    return row.status === 'FAILED' ? 'FAILED' : 'PROCESSING';
  };
  const failed = rows.find((row) => row.status === 'FAILED');
  return { picture: state('picture'), sound: state('sound'), error: failed?.error ?? null };
}

/** Address of the waveform; null while there is none. */
export function waveformUrl(rows: readonly IngestRow[]): string | null {
  const key = madeOf(rows, 'sound')?.waveformKey ?? null;
  return key === null ? null : `/${key}`;
}

/** Address of the small copy of a video; null while there is none. */
export function proxyUrl(rows: readonly IngestRow[]): string | null {
  const proxy = madeOf(rows, 'picture')?.proxy ?? null;
  return proxy === null ? null : `/${proxy.objectKey}`;
}

/** Thumbnails of a video, as answers show them. */
export const FilmstripRecordSchema = Type.Object({
  url: Type.String({ description: 'JPEG: thumbnails in rows. Number n (from 0) shows the moment n * intervalSec.' }),
  columns: Type.Integer({ description: 'Thumbnails in a full row.' }),
  tiles: Type.Integer({ description: 'How many there are.' }),
  tileWidth: Type.Integer({ description: 'Pixels.' }),
  tileHeight: Type.Integer({ description: 'Pixels.' }),
  intervalSec: Type.Number(),
});

/** Peaks of a sound, as answers show them. */
export const PeaksRecordSchema = Type.Object({
  url: Type.String({ description: 'Bytes, one a peak: 0 silence, 255 full level. Read the range of one level.' }),
  levels: Type.Array(
    Type.Object({
      peaksPerSec: Type.Number(),
      offsetBytes: Type.Integer({ description: 'Where its peaks begin.' }),
      count: Type.Integer(),
    }),
    { description: 'Zooms of the same sound, coarsest first.' },
  ),
});

/** The filmstrip; null while there is none, and for files that an earlier release made the rest of. */
export function filmstripRecord(rows: readonly IngestRow[]): Static<typeof FilmstripRecordSchema> | null {
  const strip = madeOf(rows, 'picture')?.filmstrip ?? null;
  if (strip === null) return null;
  const { objectKey, ...geometry } = strip;
  return { url: `/${objectKey}`, ...geometry };
}

/** The peaks; null while there are none, and for files that an earlier release made the rest of. */
export function peaksRecord(rows: readonly IngestRow[]): Static<typeof PeaksRecordSchema> | null {
  const peaks = madeOf(rows, 'sound')?.peaks ?? null;
  return peaks === null ? null : { url: `/${peaks.objectKey}`, levels: peaks.levels };
}
