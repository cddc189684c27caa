import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, sha256, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';

/** Longest sound that a node listens to: of a script, which goes 20 times as fast as it is spoken, and without one. Seconds. */
export const mostTranscribedSec = { script: 1_800, auto: 300 } as const;

/**
 * Work order for writing down what is said in a media file. `scriptKey`: JSON list of the words of a script, whose times are
 * wanted; null: what is said is unknown. The answer lies at `outKey`, JSON of `Transcription`.
 */
export const TranscribeJobSchema = Type.Object({
  v: version,
  requestId: id,
  objectKey,
  sha256,
  sizeBytes,
  scriptKey: Type.Union([objectKey, Type.Null()]),
  outKey: objectKey,
});
export type TranscribeJob = Type.Static<typeof TranscribeJobSchema>;
export const parseTranscribeJob = parserOf('transcribe job', TranscribeJobSchema);

export const TranscribeResultSchema = Type.Object({ durationSec: Type.Number({ minimum: 0 }) });
export type TranscribeResult = Type.Static<typeof TranscribeResultSchema>;
export const parseTranscribeResult = parserOf('transcribe result', TranscribeResultSchema);

export const parseScript = parserOf('script', Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 20_000 }));

const seconds = Type.Number({ minimum: 0 });

/** What a node heard. `aligned`: the words of the script that it found, by their places in it; `words`: without a script. */
export const TranscriptionSchema = Type.Object({
  aligned: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), startSec: seconds, endSec: seconds })),
  words: Type.Array(Type.Object({ text: Type.String(), startSec: seconds, endSec: seconds })),
});
export type Transcription = Type.Static<typeof TranscriptionSchema>;
export const parseTranscription = parserOf('transcription', TranscriptionSchema);
