import { type AudioPart, audioPlan } from '@framemill/timeline';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import { createGain } from '../../audio/part-gain.ts';
import type { PageData } from '../page-data.ts';

/** What is heard of a page: the parts of the renderer's own mix, one a clip. */
export function audioParts({ document, sources }: Pick<PageData, 'document' | 'sources'>): AudioPart[] {
  return audioPlan(document, (src) => sources[src] ?? null).parts;
}

/**
 * From a time to how loud each sound is, by clip id: its volume, fades and crossfades as in the mix, but at most 1, as
 * elements play a source no louder than it is. Outside of its time a sound is as loud as at its nearest end.
 */
export function audioGains(data: Pick<PageData, 'document' | 'sources'>): (timeSec: number) => Map<string, number> {
  const audioClips = audioParts(data).map((part) => ({ part, gainAt: createGain(part) }));
  return (timeSec) =>
    new Map(
      audioClips.map(({ part: { clipId, startSample, lengthSamples }, gainAt }) => {
        const at = Math.min(lengthSamples, Math.max(0, timeSec * SAMPLE_RATE - startSample));
        return [clipId, Math.min(1, Math.max(0, gainAt(at)))] as const;
      }),
    );
}
