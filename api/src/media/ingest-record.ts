import { type IngestRow, madeOf } from '@framemill/scheduler';
import type { IngestPart } from '@framemill/scheduler/protocol';
import { type Static, Type } from '@framemill/timeline/typebox';

const stateOf = (what: string) =>
  Type.Unsafe<'PROCESSING' | 'READY' | 'FAILED' | null>({
    enum: ['PROCESSING', 'READY', 'FAILED', null],
    description: `${what} null: the file has no such part, or is still being probed.`,
  });

/** States of the processing of a media file after its upload (ingest). The file can be used in every state. */
export const IngestRecordSchema = Type.Object({
  picture: stateOf('Poster, and for videos the proxy that makes previews fast and the filmstrip.'),
  sound: stateOf(
    'Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, the waveform and the peaks.',
  ),
  error: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Why a part FAILED.' }),
});

/** Returns the ingest states of a media file. */
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

/** Returns the address of the waveform; null while there is none. */
export function waveformUrl(rows: readonly IngestRow[]): string | null {
  const key = madeOf(rows, 'sound')?.waveformKey ?? null;
  return key === null ? null : `/${key}`;
}

/** Returns the address of a video's preview proxy; null while there is none. */
export function proxyUrl(rows: readonly IngestRow[]): string | null {
  const proxy = madeOf(rows, 'picture')?.proxy ?? null;
  return proxy === null ? null : `/${proxy.objectKey}`;
}

/** Filmstrip of a video (thumbnails at regular intervals), as API responses show it. */
export const FilmstripRecordSchema = Type.Object({
  url: Type.String({ description: 'JPEG: thumbnails in rows. Number n (from 0) shows the moment n * intervalSec.' }),
  columns: Type.Integer({ description: 'Thumbnails in a full row.' }),
  tiles: Type.Integer({ description: 'How many there are.' }),
  tileWidth: Type.Integer({ description: 'Pixels.' }),
  tileHeight: Type.Integer({ description: 'Pixels.' }),
  intervalSec: Type.Number(),
});

/** Audio peaks at several zoom levels, as API responses show them. */
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

/**
 * Returns the filmstrip of a video; null while there is none.
 * Also null for files ingested by versions without filmstrips.
 */
export function filmstripRecord(rows: readonly IngestRow[]): Static<typeof FilmstripRecordSchema> | null {
  const strip = madeOf(rows, 'picture')?.filmstrip ?? null;
  if (strip === null) return null;
  const { objectKey, ...geometry } = strip;
  return { url: `/${objectKey}`, ...geometry };
}

/** Returns the audio peaks; null while there are none. Also null for files ingested by versions without peaks. */
export function peaksRecord(rows: readonly IngestRow[]): Static<typeof PeaksRecordSchema> | null {
  const peaks = madeOf(rows, 'sound')?.peaks ?? null;
  return peaks === null ? null : { url: `/${peaks.objectKey}`, levels: peaks.levels };
}
