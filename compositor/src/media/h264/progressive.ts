import { readDecoderConfig } from './decoder-config.ts';
import { readSequenceParameters } from './sequence-parameters.ts';

/**
 * Whether every frame of an H.264 stream is certainly progressive (`frame_mbs_only_flag` of all its sequence parameter
 * sets). `record` is an `avcC` record (ISO 14496-15, 5.3.3.1). false for anything else and for a damaged record.
 */
export function isProgressiveH264(record: Uint8Array): boolean {
  const sets = readDecoderConfig(record)?.sequenceSets ?? [];
  return sets.length > 0 && sets.every((set) => readSequenceParameters(set)?.framesOnly === true);
}
