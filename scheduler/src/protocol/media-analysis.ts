import { Type } from '@framemill/timeline/typebox';
import { parserOf } from './parser.ts';

const seconds = Type.Number({ minimum: 0 });
const stretch = { startSec: seconds, endSec: seconds };

/**
 * Schema of the audio analysis of a source, stored at `objectKeys.analysis`: same shape as timeline's `MediaAnalysis`.
 */
export const MediaAnalysisSchema = Type.Object({
  silences: Type.Array(Type.Object({ ...stretch, levelDb: Type.Number() })),
  speech: Type.Array(Type.Object(stretch)),
  loudness: Type.Union([Type.Object({ integratedLufs: Type.Number(), truePeakDb: Type.Number() }), Type.Null()]),
});
/** Parses the analysis of a media file from JSON. Throws `ProtocolError` when it does not match the schema. */
export const parseMediaAnalysis = parserOf('media analysis', MediaAnalysisSchema);
