import { type AudioPart, type Clip, rateOf, secondsOf } from '@framemill/timeline';
import { SAMPLE_RATE } from '../../audio/audio-format.ts';
import { escapeText, short } from '../markup-values.ts';
import type { PageData } from '../page-data.ts';
import { audioParts } from '../scene/audio-gains.ts';
import { imageSize } from '../scene/clip-box.ts';
import { clipGroups, shownSpans } from '../scene/clip-groups.ts';
import { attribute, clipMarkup, type Timing, timingAttributes } from './clip-markup.ts';
import { lanesOf, type Timed } from './lanes.ts';

/**
 * Returns the elements of a page: the clips in their groups, bottom first, and the audio parts. Each element has its
 * time span and a lane that no simultaneous element uses.
 */
export function timedMarkup(data: PageData): { groups: string[]; sounds: string[] } {
  const { document } = data;
  const spans = shownSpans(document);
  const rate = rateOf(document.settings.fps);
  const numbers = new Map(document.clips.map(({ id }, index) => [id, index]));
  const shown = clipGroups(document).map((group) => group.filter((clip) => imageSize(clip, data) !== null));
  const timed: Timed[] = [];
  const place = (clip: Clip, wanted: number | null): number => {
    const span = spans.get(clip.id) ?? { startFrame: 0, endFrame: 0 };
    timed.push({ wanted, startSec: secondsOf(span.startFrame, rate), endSec: secondsOf(span.endFrame, rate) });
    return timed.length - 1;
  };
  const planned = shown.map((group) =>
    group.map((clip) => ({
      clip,
      own: place(clip, clip.trackIndex),
      backdrop: clip.fit === 'contain-blur' ? place(clip, null) : null,
    })),
  );
  const audible = audioParts(data).map((part) => {
    const clip = document.clips[numbers.get(part.clipId) ?? -1];
    // A video element occupies the lane of its track, and players reject two elements of a lane at once: its audio
    // takes another lane.
    timed.push({ wanted: clip?.type === 'audio' ? clip.trackIndex : null, ...audioSpan(part) });
    return { part, trackIndex: clip?.trackIndex, at: timed.length - 1 };
  });
  const lanes = lanesOf(timed);
  const timingAt = (index: number): Timing => {
    const { startSec = 0, endSec = 0 } = timed[index] ?? {};
    return { startSec, endSec, lane: lanes[index] ?? 0 };
  };
  let order = 0;
  const groups = planned.map((group, index) => {
    const clips = group.map(({ clip, own, backdrop }) => {
      order += 1;
      return clipMarkup({
        clip,
        number: numbers.get(clip.id) ?? 0,
        timing: timingAt(own),
        backdropTiming: backdrop === null ? null : timingAt(backdrop),
        source: data.sources[clip.src],
        layout: data.texts[clip.id],
        fonts: data.fonts,
        picture: imageSize(clip, data) ?? { width: 0, height: 0 },
        canvas: document.settings,
        order,
      });
    });
    return `<div class="group" id="g${index}" style="z-index:${index + 1}">${clips.join('')}</div>`;
  });
  const audio = audible.map(({ part, trackIndex, at }) =>
    audioMarkup(part, data.sources[part.src]?.url ?? '', trackIndex, timingAt(at)),
  );
  return { groups, sounds: audio };
}

/** Returns the time span in which a part of the audio mix plays, in seconds. */
function audioSpan({ startSample, lengthSamples }: AudioPart): { startSec: number; endSec: number } {
  return { startSec: startSample / SAMPLE_RATE, endSec: (startSample + lengthSamples) / SAMPLE_RATE };
}

/**
 * Returns the `<audio>` element of one part of the mix. `trackIndex` is the clip's track, which may differ from the
 * lane in the player. `data-volume` is the maximum gain of the part, at most 1, because elements cannot play louder
 * than their source. The timeline changes the volume below this maximum.
 */
function audioMarkup(part: AudioPart, url: string, trackIndex: number | undefined, timing: Timing): string {
  const id = escapeText(part.clipId);
  const loudest = Math.max(0, ...part.volume.map(({ value }) => value));
  const facts =
    attribute('data-media-start', part.sourceStartSec + part.loopOffsetSec) +
    attribute('data-clip-track', trackIndex) +
    attribute('data-volume', short(Math.min(1, loudest))) +
    attribute('data-playback-rate', part.speed === 1 ? undefined : part.speed) +
    (part.loop ? ' loop' : '');
  return (
    `<audio id="aud-${id}" class="clip" data-clip="${id}" ${timingAttributes(timing)}${facts} preload="auto" ` +
    `src="${escapeText(url)}"></audio>`
  );
}
