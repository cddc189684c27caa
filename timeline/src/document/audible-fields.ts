import type { Clip } from './clip.ts';

/** Fields of a clip that affect only its audio and no pixel. */
export const AUDIBLE_FIELDS = [
  'volume',
  'muted',
  'fadeIn',
  'fadeOut',
  'fadeCurve',
  'fadeInFrom',
  'fadeInTo',
  'fadeOutFrom',
  'fadeOutTo',
  'pan',
  'pitch',
  'preservePitch',
  'chain',
  'duck',
  'loudness',
  'kfVolume',
  'kfPan',
] as const satisfies readonly (keyof Clip)[];
