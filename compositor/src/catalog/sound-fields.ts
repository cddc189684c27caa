/** Fields of a clip that are heard and change no pixel. */
export const soundFields = [
  'volume',
  'muted',
  'fadeIn',
  'fadeOut',
  'fadeCurve',
  'pan',
  'pitch',
  'preservePitch',
  'chain',
  'duck',
  'loudness',
  'kfVolume',
  'kfPan',
] as const;
