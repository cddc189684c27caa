import type { AudioPart } from '@framemill/timeline';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import { escapeText } from '../escape.ts';
import { short } from '../short-number.ts';
import { attribute, type Timing, timingAttributes } from './timing.ts';

/** Returns the time span in which a part of the audio mix plays. Seconds. */
export function audioSpan({ startSample, lengthSamples }: AudioPart): { startSec: number; endSec: number } {
  return { startSec: startSample / SAMPLE_RATE, endSec: (startSample + lengthSamples) / SAMPLE_RATE };
}

/**
 * Writes the `<audio>` element of one part of the mix. `trackIndex` is the clip's track, whatever its lane in the
 * player. `data-volume` is the part's largest gain, below which the timeline moves the volume. It is capped at 1,
 * because elements play no louder than their source.
 */
export function audioMarkup(part: AudioPart, url: string, trackIndex: number | undefined, timing: Timing): string {
  const id = escapeText(part.clipId);
  const loudest = Math.max(0, ...part.volume.map(({ value }) => value));
  const facts =
    attribute('data-media-start', part.sourceStartSec + part.loopOffsetSec) +
    attribute('data-clip-track', trackIndex) +
    attribute('data-volume', short(Math.min(1, loudest))) +
    attribute('data-playback-rate', part.speed === 1 ? undefined : part.speed) +
    (part.loop ? ' loop' : '');
  return `<audio id="aud-${id}" class="clip" data-clip="${id}" ${timingAttributes(timing)}${facts} preload="auto" src="${escapeText(url)}"></audio>`;
}
