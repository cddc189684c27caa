import { Type } from '@framemill/timeline/typebox';
import { fingerprint, id, objectKey, renderJobFields, sha256, sizeBytes } from './fields.ts';
import { parserOf } from './parser.ts';

/** Schema of the job for the one audio mix of a render. */
export const AudioJobSchema = Type.Object({
  ...renderJobFields,
  fingerprint,
  documentKey: objectKey,
  contentKey: sha256,
});
/** Job that mixes the audio of a render. */
export type AudioJob = Type.Static<typeof AudioJobSchema>;
/** Parses an audio job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseAudioJob = parserOf('audio job', AudioJobSchema);

/**
 * Schema of the result: the mix, uploaded as `objectKeys.segment(accountId, contentKey, sha256)`. `samples` at 48 kHz.
 */
export const AudioResultSchema = Type.Object({
  sha256,
  sizeBytes,
  samples: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  nodeId: id,
});
/** Audio mix that an audio job stored. */
export type AudioResult = Type.Static<typeof AudioResultSchema>;
/** Parses the result of an audio job from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseAudioResult = parserOf('audio result', AudioResultSchema);
