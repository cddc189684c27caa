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
  picture: stateOf('Poster, and for videos the proxy that makes previews fast.'),
  sound: stateOf(
    'Analysis (silences, speech, loudness) for autoDuck, trimSilence and normalizeAudio, and the waveform.',
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
