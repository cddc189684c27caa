import { type AudioPart, audioPlan } from '@framemill/timeline';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import { createGain } from '../../audio/part-gain.ts';
import type { PageData } from '../page-data.ts';

/** Returns the audio parts of a page, one per clip. They are the same parts that the renderer mixes. */
export function audioParts({ document, sources }: Pick<PageData, 'document' | 'sources'>): AudioPart[] {
  return audioPlan(document, (src) => sources[src] ?? null).parts;
}

/**
 * Returns a function that returns the volume of each audio part at a given time, by clip id. The volume includes fades
 * and crossfades as in the mix. It is at most 1, because an `<audio>` element cannot play louder than its source. A
 * part's first volume also applies before the part starts, and its last volume after the part ends.
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
