import { Type } from '#typebox';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import { id, numberIn, seconds } from '../document/scalars.ts';
import { analysisForClip } from '../edit/analysis-for-clip.ts';
import { findAudibleClip } from '../edit/find-audible-clip.ts';
import { keepRanges } from '../edit/keep-ranges.ts';
import { type ClipRange, joined, stretchesInClip } from '../edit/stretches-in-clip.ts';
import { refuse } from '../errors/refuse.ts';
import { rateOf } from '../time/rate.ts';
import { ClipIdParam } from './params.ts';

export const trimSilence = defineCommand({
  op: 'trimSilence',
  needs: ['analysis'],
  description:
    'Cuts the silent parts out of a clip. What is left follows without gaps, and later clips of its track move up. The first part keeps the id.',
  keywords: { 'remove silence': {}, 'cut pauses': {}, 'dead air': {} },
  params: {
    clipId: ClipIdParam,
    thresholdDb: Type.Optional(numberIn(-80, -20, 'Level below which it is silent; -40 when absent. dBFS.')),
    minSilence: Type.Optional(numberIn(0.1, 60, 'Shorter silence stays; 0.5 when absent. Seconds.')),
    padding: Type.Optional(numberIn(0, 5, 'Silence left on each side of a sound; 0.1 when absent. Seconds.')),
  },
  returns: {
    clipIds: Type.Array(id('A part.'), { description: 'The parts in order.' }),
    removedSec: seconds('How much was cut.'),
  },
  examples: [
    { title: 'A talk without its pauses', params: { clipId: 'clip-1' }, gives: { clipIds: ['clip-1'] } },
    {
      title: 'Only long pauses, and not too tight',
      params: { clipId: 'clip-2', minSilence: 1, padding: 0.25 },
      gives: { clipIds: ['clip-2'] },
    },
  ],
  run: (document, params, context) => {
    const { clip } = findAudibleClip(document, params.clipId);
    if (clip.freezeAt !== null) throw refuse(`Clip "${clip.id}" is frozen and has no audio. Choose another clip.`);
    if (clip.loop) throw refuse(`Clip "${clip.id}" loops, but its parts would not. Set loop to false first.`);
    const { silences } = analysisForClip(clip, context);
    const silent = silences.filter(({ levelDb }) => levelDb <= (params.thresholdDb ?? -40));
    const frameSec = rateOf(document.settings.fps).den / rateOf(document.settings.fps).num;
    const cuts = stretchesInClip(clip, silent)
      .filter(({ fromSec, toSec }) => toSec - fromSec >= (params.minSilence ?? 0.5) - 1e-6)
      .map((range) => onFrames(padded(range, clip, params.padding ?? 0.1), clip, frameSec))
      .filter(({ fromSec, toSec }) => toSec - fromSec >= frameSec / 2);
    if (cuts.length === 0) return { document, data: { clipIds: [clip.id], removedSec: 0 } };
    const kept = between(joined(cuts), clip.duration, frameSec);
    if (kept.length === 0) {
      throw refuse(
        `Clip "${clip.id}" is silent for all of its ${clip.duration} s, so nothing would remain. Remove the clip.`,
      );
    }
    const { document: changed, clipIds, removedSec } = keepRanges(document, clip, kept, () => context.newId('clip'));
    return { document: changed, data: { clipIds, removedSec } };
  },
});

/** Shortens a silence by the padding at each side. At the edges of the clip there is audio on one side only. */
function padded({ fromSec, toSec }: ClipRange, clip: Clip, padding: number): ClipRange {
  return {
    fromSec: fromSec <= 1e-6 ? 0 : fromSec + padding,
    toSec: toSec >= clip.duration - 1e-6 ? clip.duration : toSec - padding,
  };
}

/** Rounds a cut to frames of the timeline, where the image can change, and keeps it inside the silence. */
function onFrames({ fromSec, toSec }: ClipRange, clip: Clip, frameSec: number): ClipRange {
  const up = (sec: number) => Math.ceil((clip.start + sec) / frameSec - 1e-6) * frameSec - clip.start;
  const down = (sec: number) => Math.floor((clip.start + sec) / frameSec + 1e-6) * frameSec - clip.start;
  return {
    fromSec: fromSec === 0 ? 0 : up(fromSec),
    toSec: toSec === clip.duration ? toSec : down(toSec),
  };
}

/** Returns the ranges between the cuts. Ranges shorter than half a frame are left out. */
function between(cuts: readonly ClipRange[], durationSec: number, frameSec: number): ClipRange[] {
  const edges = [0, ...cuts.flatMap(({ fromSec, toSec }) => [fromSec, toSec]), durationSec];
  const kept: ClipRange[] = [];
  for (let place = 0; place < edges.length; place += 2) {
    const range = { fromSec: edges[place] ?? 0, toSec: edges[place + 1] ?? durationSec };
    if (range.toSec - range.fromSec >= frameSec / 2) kept.push(range);
  }
  return kept;
}
