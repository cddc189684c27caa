import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import { LIMITS } from '../document/limits.ts';
import { CLOSED, id, numberIn } from '../document/scalars.ts';
import { withClips } from '../edit/change-clip.ts';
import { findAudibleClips, mayBeAudible, unlockedClips } from '../edit/find-clip.ts';
import { withFixes } from '../edit/fixes.ts';
import { analysisForClip } from '../edit/media-for-clip.ts';
import { refuse } from '../errors/framemill-error.ts';
import type { Loudness } from '../media/media-facts.ts';

/** Maximum gain of a clip's volume, in decibels. */
const MOST_DB = 20 * Math.log10(4);

export const normalizeAudio = defineCommand({
  op: 'normalizeAudio',
  needs: ['analysis'],
  description:
    'Sets the volume of clips so that their sources come to the same loudness, as measured over each whole ' +
    'source. Clips with volume keyframes keep their course: the loudest one comes to that volume.',
  keywords: { normalise: {}, loudness: {}, lufs: {}, 'same volume': {}, 'level audio': {} },
  params: {
    clipIds: Type.Optional(
      Type.Array(id('A clip with sound.'), {
        minItems: 1,
        maxItems: LIMITS.clips,
        description: 'Clips to change; all that are heard when absent.',
      }),
    ),
    targetLufs: Type.Optional(numberIn(-40, -5, 'Loudness to reach; -14 when absent. LUFS.')),
    truePeak: Type.Optional(numberIn(-20, 0, 'Highest peak that is allowed; -1 when absent. dBTP.')),
  },
  returns: {
    gains: Type.Array(
      Type.Object(
        { clipId: id('The clip.'), gainDb: Type.Number({ description: 'Its volume now. Decibels.' }) },
        CLOSED,
      ),
      { description: 'The clips that were set.' },
    ),
  },
  examples: [
    { title: 'Everything as loud as the web expects', params: {} },
    {
      title: 'Music well below',
      params: { clipIds: ['music-1'], targetLufs: -24 },
      gives: { gains: [{ clipId: 'music-1', gainDb: -15 }] },
    },
  ],
  run: (document, params, context) => {
    const { clips, fixes } = wantedClips(document, params.clipIds, context);
    const target = { lufs: params.targetLufs ?? -14, peak: params.truePeak ?? -1 };
    const gains: { clipId: string; gainDb: number }[] = [];
    const changed: Clip[] = [];
    for (const clip of clips) {
      const { loudness } = analysisForClip(clip, context);
      if (!loudness) {
        fixes.push(`Clip "${clip.id}" is silent throughout; its volume was left as it is.`);
        continue;
      }
      const { gainDb, note } = gainFor(loudness, target);
      if (note) fixes.push(`Clip "${clip.id}" ${note}`);
      gains.push({ clipId: clip.id, gainDb });
      changed.push(withVolume(clip, 10 ** (gainDb / 20)));
    }
    return { document: withClips(document, changed), data: withFixes({ gains }, fixes) };
  },
});

function wantedClips(document: Document, clipIds: readonly string[] | undefined, context: ReduceContext) {
  if (clipIds) return { clips: findAudibleClips(document, clipIds), fixes: [] };
  const audible = document.clips.filter(
    (clip) => mayBeAudible(clip) && !clip.muted && clip.freezeAt === null && context.media(clip.src)?.hasAudio,
  );
  if (audible.length === 0) throw refuse('The project has no audible clips. Add a clip with audio first.');
  return unlockedClips(document, audible);
}

function gainFor(loudness: Loudness, target: { lufs: number; peak: number }): { gainDb: number; note: string | null } {
  const wanted = target.lufs - loudness.integratedLufs;
  const byPeak = target.peak - loudness.truePeakDb;
  const gainDb = Math.max(-60, Math.min(wanted, byPeak, MOST_DB));
  if (gainDb >= wanted - 0.01) return { gainDb, note: null };
  const reached = (loudness.integratedLufs + gainDb).toFixed(1);
  return byPeak <= MOST_DB
    ? { gainDb, note: `comes to ${reached} LUFS only: louder, its peaks would pass ${target.peak} dBTP.` }
    : { gainDb, note: `comes to ${reached} LUFS only: a volume amplifies by 12 dB at most.` };
}

function withVolume(clip: Clip, volume: number): Clip {
  const highest = Math.max(0, ...(clip.kfVolume ?? []).map(({ value }) => value));
  if (!clip.kfVolume || highest === 0) return { ...clip, volume: Math.min(4, volume) };
  const kfVolume = clip.kfVolume.map((keyframe) => ({
    ...keyframe,
    value: Math.min(4, (keyframe.value / highest) * volume),
  }));
  return { ...clip, volume: Math.min(4, volume), kfVolume };
}
