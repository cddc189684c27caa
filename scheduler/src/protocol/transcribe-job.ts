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
/** A job: find the words of speech and their times. */
export type TranscribeJob = Type.Static<typeof TranscribeJobSchema>;
/** Reads a transcription job from JSON. Throws when it is none. */
export const parseTranscribeJob = parserOf('transcribe job', TranscribeJobSchema);

/** The end of a transcription: how long the speech is, seconds. */
export const TranscribeResultSchema = Type.Object({ durationSec: Type.Number({ minimum: 0 }) });
/** The end of a transcription: how long the speech is, seconds. */
export type TranscribeResult = Type.Static<typeof TranscribeResultSchema>;
/** Reads the result of a transcription from JSON. Throws when it is none. */
export const parseTranscribeResult = parserOf('transcribe result', TranscribeResultSchema);

/**
 * Reads the known words of a script from JSON: at most 20,000 of at most 20,000 characters. Throws when they are
 * none.
 */
export const parseScript = parserOf('script', Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 20_000 }));

const seconds = Type.Number({ minimum: 0 });

/** What a node heard. `aligned`: the words of the script that it found, by their places in it; `words`: without a script. */
export const TranscriptionSchema = Type.Object({
  aligned: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), startSec: seconds, endSec: seconds })),
  words: Type.Array(Type.Object({ text: Type.String(), startSec: seconds, endSec: seconds })),
});
/** Words with their times, as a node wrote them down. */
export type Transcription = Type.Static<typeof TranscriptionSchema>;
/** Reads a transcription from JSON. Throws when it is none. */
export const parseTranscription = parserOf('transcription', TranscriptionSchema);
