import type { AudioPart } from '@framemill/timeline';

/**
 * Creates an audio part that plays one second of a two-second source, with normal speed, pitch and volume except for
 * `changes`.
 */
export function partOf(changes: Partial<AudioPart>): AudioPart {
  return {
    clipId: 'clip',
    src: 'source',
    startSample: 0,
    lengthSamples: 48_000,
    handleSamples: 0,
    sourceStartSec: 0,
    speed: 1,
    preservePitch: false,
    pitch: 0,
    reverse: false,
    loop: false,
    loopEndSec: 2,
    loopOffsetSec: 0,
    mediaDurationSec: 2,
    fadeInSamples: 0,
    fadeInCutSamples: 0,
    fadeOutSamples: 0,
    fadeOutCutSamples: 0,
    fadeCurve: 'linear',
    volume: [{ atSample: 0, value: 1 }],
    pan: [{ atSample: 0, value: 0 }],
    timeMap: [],
    chain: [],
    duck: null,
    loudness: null,
    ...changes,
  };
}
