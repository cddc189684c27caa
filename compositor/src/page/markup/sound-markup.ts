import type { AudioPart } from '@framemill/timeline';
import { escapeText } from '../escape.ts';
import { short } from '../short-number.ts';
import { attribute, type Timing, timingAttributes } from './timing.ts';

/** Samples a second of the mix. */
const sampleRate = 48_000;

/** When a part of the mix is heard. Seconds. */
export function soundSpan({ startSample, lengthSamples }: AudioPart): { startSec: number; endSec: number } {
  return { startSec: startSample / sampleRate, endSec: (startSample + lengthSamples) / sampleRate };
}

/** The element of one part of the mix. Elements play at most as loud as their source: more is cut off. */
export function soundMarkup(part: AudioPart, url: string, timing: Timing): string {
  const id = escapeText(part.clipId);
  const loudest = Math.max(0, ...part.volume.map(({ value }) => value));
  const facts =
    attribute('data-media-start', part.sourceStartSec) +
    attribute('data-volume', short(Math.min(1, loudest))) +
    attribute('data-playback-rate', part.speed === 1 ? undefined : part.speed) +
    (part.loop ? ' loop' : '');
  return `<audio id="aud-${id}" class="clip" data-clip="${id}" ${timingAttributes(timing)}${facts} preload="auto" src="${escapeText(url)}"></audio>`;
}
