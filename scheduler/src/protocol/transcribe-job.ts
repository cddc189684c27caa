import { Type } from '@framemill/timeline/typebox';
import { id, objectKey, sha256, sizeBytes, version } from './fields.ts';
import { parserOf } from './parser.ts';

/**
 * Maximum audio duration that a node transcribes, in seconds: `script` with a known script, which runs at 20 times
 * real time, and `auto` without one.
 */
export const mostTranscribedSec = { script: 1_800, auto: 300 } as const;

/**
 * Schema of the job that transcribes the speech of a media file. `scriptKey`: JSON list of the words of a script,
 * whose times are requested; null: the words are unknown. The result is stored at `outKey` as JSON of `Transcription`.
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
/** Job that determines the words of speech and their times. */
export type TranscribeJob = Type.Static<typeof TranscribeJobSchema>;
/** Parses a transcription job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseTranscribeJob = parserOf('transcribe job', TranscribeJobSchema);

/** Schema of the result of a transcription job: the duration of the speech, in seconds. */
export const TranscribeResultSchema = Type.Object({ durationSec: Type.Number({ minimum: 0 }) });
/** Result of a transcription job: the duration of the speech, in seconds. */
export type TranscribeResult = Type.Static<typeof TranscribeResultSchema>;
/** Parses the result of a transcription job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseTranscribeResult = parserOf('transcribe result', TranscribeResultSchema);

/**
 * Parses the known words of a script from JSON: at most 20,000 words of at most 20,000 characters. Throws
 * `ProtocolError` when they do not match the schema.
 */
export const parseScript = parserOf('script', Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 20_000 }));

const seconds = Type.Number({ minimum: 0 });

/**
 * Schema of a transcription. `aligned`: recognized words of the script, by their index in it; `words`: words
 * recognized without a script.
 */
export const TranscriptionSchema = Type.Object({
  aligned: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), startSec: seconds, endSec: seconds })),
  words: Type.Array(Type.Object({ text: Type.String(), startSec: seconds, endSec: seconds })),
});
/** Words with their times, as a node transcribed them. */
export type Transcription = Type.Static<typeof TranscriptionSchema>;
/** Parses a transcription from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseTranscription = parserOf('transcription', TranscriptionSchema);
