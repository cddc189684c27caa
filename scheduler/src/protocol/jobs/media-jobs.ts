import { MediaFactsSchema } from '@framemill/timeline/document';
import { Type } from '@framemill/timeline/typebox';
import { jobIdOf, sharedJobId } from '../queues.ts';
import { count, id, objectKey, parserOf, sha256, sizeBytes, version } from '../schema.ts';
import { defineJob, type JobOf, type ResultOf } from './define-job.ts';

/** Schema of a preview proxy: a smaller copy of a video, produced at its ingest. Size in pixels. */
const PreviewProxySchema = Type.Object({
  objectKey,
  sha256,
  sizeBytes: Type.Integer({ minimum: 1 }),
  width: Type.Integer({ minimum: 1 }),
  height: Type.Integer({ minimum: 1 }),
});
/** Preview proxy of a video in the object store. */
export type StoredProxy = Type.Static<typeof PreviewProxySchema>;

/**
 * Schema of a preview's sources: clip `src` -> its stored media, with the proxy if it has one. For previews only:
 * renders never use proxies.
 */
export const PreviewSourcesSchema = Type.Record(
  Type.String(),
  Type.Object({ objectKey, facts: MediaFactsSchema, proxy: Type.Optional(PreviewProxySchema) }),
);
/** Stored media of a preview, with the proxies that may be decoded instead. */
export type PreviewSources = Type.Static<typeof PreviewSourcesSchema>;

const seconds = Type.Number({ minimum: 0 });
const stretch = { startSec: seconds, endSec: seconds };

/**
 * Schema of the audio analysis of a source, stored at `objectKeys.analysis`: same shape as timeline's `MediaAnalysis`.
 */
const MediaAnalysisSchema = Type.Object({
  silences: Type.Array(Type.Object({ ...stretch, levelDb: Type.Number() })),
  speech: Type.Array(Type.Object(stretch)),
  loudness: Type.Union([Type.Object({ integratedLufs: Type.Number(), truePeakDb: Type.Number() }), Type.Null()]),
});
/** Parses the analysis of a media file from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseMediaAnalysis = parserOf('media analysis', MediaAnalysisSchema);

/**
 * Kind of job that probes an uploaded file. A file that is not usable media fails with kind `fatal`. The upload request
 * waits some seconds for the result. If the result comes later, the leader (the active scheduler) writes it to the
 * media record. The number of attempts is not limited, because a file that makes its probe processes fail repeatedly is
 * quarantined: it is not probed again until an operator releases it.
 */
export const probeJob = defineJob({
  name: 'probe',
  completion: 'record',
  parse: parserOf(
    'probe job',
    Type.Object({
      v: version,
      mediaId: id,
      objectKey,
      /** Hash of the file. With hash and size, the node caches the file for its ingest. Absent: an older scheduler. */
      sha256: Type.Optional(sha256),
      sizeBytes: Type.Optional(sizeBytes),
    }),
  ),
  parseResult: parserOf('probe result', Type.Object({ facts: MediaFactsSchema })),
  id: ({ mediaId }: { mediaId: string }) => sharedJobId('probe', mediaId),
});
/** Job that determines the metadata of a stored media file. */
export type ProbeJob = JobOf<typeof probeJob>;
/** Metadata of a media file, as a probe determined it. */
export type ProbeResult = ResultOf<typeof probeJob>;

const positive = Type.Integer({ minimum: 1, maximum: 1_000_000 });

/**
 * Filmstrip of a video: thumbnails in one JPEG in the object store, row by row. Number n (from 0) shows the time n *
 * `intervalSec`.
 */
const FilmstripSchema = Type.Object({
  objectKey,
  columns: positive,
  tiles: positive,
  tileWidth: positive,
  tileHeight: positive,
  intervalSec: Type.Number({ exclusiveMinimum: 0 }),
});

/**
 * Peak samples of an audio stream at several zoom levels, one byte each, in one file of the object store; the coarsest
 * level first.
 */
const PeaksSchema = Type.Object({
  objectKey,
  levels: Type.Array(Type.Object({ peaksPerSec: Type.Number({ exclusiveMinimum: 0 }), offsetBytes: count, count }), {
    maxItems: 16,
  }),
});

/**
 * Schema of the result of an ingest job: the objects that it stored. Null: not part of this job, or not applicable to
 * this kind of file.
 */
const IngestResultSchema = Type.Object({
  poster: Type.Union([Type.Object({ objectKey, width: count, height: count }), Type.Null()]),
  proxy: Type.Union([PreviewProxySchema, Type.Null()]),
  analysisKey: Type.Union([objectKey, Type.Null()]),
  waveformKey: Type.Union([objectKey, Type.Null()]),
  /** Filmstrip of the video; absent when an earlier software version produced the result. */
  filmstrip: Type.Optional(Type.Union([FilmstripSchema, Type.Null()])),
  peaks: Type.Optional(Type.Union([PeaksSchema, Type.Null()])),
  nodeId: id,
});

/** Parts of an ingest. `picture`: poster, preview proxy and filmstrip; `sound`: analysis, waveform and peaks. */
const ingestParts = ['sound', 'picture'] as const;
/** Name of a part of an ingest. */
export type IngestPart = (typeof ingestParts)[number];

const ingest = {
  jobName: 'ingest',
  completion: 'record',
  limits: { failures: 3 },
  parse: parserOf(
    'ingest job',
    Type.Object({
      v: version,
      mediaId: id,
      accountId: id,
      part: Type.Union([Type.Literal('sound'), Type.Literal('picture')]),
      attempt: Type.Integer({ minimum: 1 }),
      objectKey,
      facts: MediaFactsSchema,
    }),
  ),
  parseResult: parserOf('ingest result', IngestResultSchema),
  id: ({ mediaId, part, attempt }: { mediaId: string; part: IngestPart; attempt: number }) =>
    sharedJobId('ingest', mediaId, part, attempt),
} as const;
/**
 * Kinds of jobs for the parts of a media file's ingest, after its probe. Each part has its own queue, so that the proxy
 * of a long video does not delay the audio of other files.
 */
export const ingestJobs = {
  sound: defineJob({ name: 'ingest-sound', ...ingest }),
  picture: defineJob({ name: 'ingest-picture', ...ingest }),
} as const;
/** Job that produces one part of a media file's ingest. */
export type IngestJob = JobOf<typeof ingestJobs.sound>;
/** Objects that an ingest job produced. */
export type IngestResult = ResultOf<typeof ingestJobs.sound>;

/** Kinds of media whose ingest produces at least a poster. */
const shownKinds: readonly string[] = ['video', 'image', 'animation'];

/** Returns the ingest parts of a media file; none for files without video, image, animation or audio. */
export function ingestPartsOf(facts: { kind: string; hasAudio: boolean }): IngestPart[] {
  return ingestParts.filter((part) => (part === 'sound' ? facts.hasAudio : shownKinds.includes(facts.kind)));
}

/**
 * Maximum duration of the audio that a node transcribes, in seconds. `script`: the spoken words are known, so that the
 * transcription runs at 20 times real time; `auto`: the words are unknown.
 */
export const mostTranscribedSec = { script: 1_800, auto: 300 } as const;

/**
 * Kind of job that transcribes the speech of a media file. `scriptKey` is the object key of a JSON list of the spoken
 * words, whose times are determined; null: the words are unknown. The result is stored at `outKey` as JSON of
 * `Transcription`.
 */
export const transcribeJob = defineJob({
  name: 'transcribe',
  completion: 'caller',
  limits: { attempts: 1 },
  needsPocketsphinx: true,
  parse: parserOf(
    'transcribe job',
    Type.Object({
      v: version,
      requestId: id,
      objectKey,
      sha256,
      sizeBytes,
      scriptKey: Type.Union([objectKey, Type.Null()]),
      outKey: objectKey,
    }),
  ),
  /** Duration of the speech, in seconds. */
  parseResult: parserOf('transcribe result', Type.Object({ durationSec: seconds })),
  id: ({ requestId }: { requestId: string }) => jobIdOf(requestId, 1),
});
/** Job that determines the words of speech and their times. */
export type TranscribeJob = JobOf<typeof transcribeJob>;
/** Result of a transcription job: the duration of the speech, in seconds. */
export type TranscribeResult = ResultOf<typeof transcribeJob>;

/**
 * Parses the known words of a script from JSON: at most 20,000 words of at most 20,000 characters. Throws
 * `ProtocolError` when they do not match the schema.
 */
export const parseScript = parserOf('script', Type.Array(Type.String({ maxLength: 20_000 }), { maxItems: 20_000 }));

/**
 * Schema of a transcription. `aligned`: recognized words of the script, by their index in it; `words`: words
 * recognized without a script.
 */
const TranscriptionSchema = Type.Object({
  aligned: Type.Array(Type.Object({ index: Type.Integer({ minimum: 0 }), startSec: seconds, endSec: seconds })),
  words: Type.Array(Type.Object({ text: Type.String(), startSec: seconds, endSec: seconds })),
});
/** Words with their times, as a node transcribed them. */
export type Transcription = Type.Static<typeof TranscriptionSchema>;
/** Parses a transcription from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseTranscription = parserOf('transcription', TranscriptionSchema);
