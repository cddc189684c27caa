import { Type } from '#typebox';
import type { ReduceContext } from '../command/command.ts';
import { defineCommand } from '../command/define-command.ts';
import { DuckSchema } from '../document/audio.ts';
import type { Clip } from '../document/clip.ts';
import type { Document } from '../document/document.ts';
import type { Keyframe } from '../document/keyframe.ts';
import { LIMITS } from '../document/limits.ts';
import { id, numberIn } from '../document/scalars.ts';
import { withClips } from '../edit/change-clip.ts';
import { findAudibleClips, findClips, mayBeAudible, unlockedClips } from '../edit/find-clip.ts';
import { firstPlace } from '../edit/first-place.ts';
import { withFixes } from '../edit/fixes.ts';
import { analysisForClip } from '../edit/media-for-clip.ts';
import { type ClipRange, joined, stretchesInClip } from '../edit/stretches-in-clip.ts';
import { refuse } from '../errors/framemill-error.ts';

const { attack, release } = DuckSchema.properties;

const clipList = (what: string) =>
  Type.Optional(Type.Array(id('A clip with sound.'), { minItems: 1, maxItems: LIMITS.clips, description: what }));

export const autoDuck = defineCommand({
  op: 'autoDuck',
  needs: ['analysis'],
  description:
    'Lowers music while somebody speaks, as volume keyframes of the music, in place of those it has. Pauses that ' +
    'are too short to come up in are passed over. Run it again after clips were moved.',
  keywords: { duck: {}, ducking: {}, sidechain: {}, 'music under speech': {} },
  params: {
    musicClipIds: clipList('Clips to lower; audio clips in which nobody speaks when absent.'),
    speechClipIds: clipList('Clips with speech; all others in which somebody speaks when absent.'),
    amountDb: Type.Optional(numberIn(-60, 0, 'Change of level while somebody speaks; -12 when absent. Decibels.')),
    attack,
    release,
  },
  returns: {
    clipIds: Type.Array(id('A clip.'), { description: 'Music that was lowered somewhere.' }),
  },
  examples: [
    { title: 'Music under the voice', params: {}, gives: { clipIds: ['music-1'] } },
    {
      title: 'One track, a little, slowly',
      params: { musicClipIds: ['music-1'], speechClipIds: ['clip-1'], amountDb: -6, attack: 0.4, release: 1 },
      gives: { clipIds: ['music-1'] },
    },
  ],
  run: (document, params, context) => {
    const { music, fixes } = musicOf(document, params, context);
    const speech = speechOf(document, params.speechClipIds, new Set(music.map((clip) => clip.id)), context);
    const amount = 10 ** ((params.amountDb ?? -12) / 20);
    const changed: Clip[] = [];
    for (const clip of music) {
      const over = rangesWithin(speech, clip).map(({ fromSec, toSec }) => ({
        fromSec: fromSec - clip.start,
        toSec: toSec - clip.start,
      }));
      if (over.length === 0) continue;
      const kfVolume = duckKeyframes(over, {
        volume: clip.volume,
        lowered: clip.volume * amount,
        attackSec: params.attack ?? 0.15,
        releaseSec: params.release ?? 0.4,
      });
      if (kfVolume.length > LIMITS.keyframesPerProperty) {
        throw refuse(
          `Clip "${clip.id}" would need ${kfVolume.length} volume keyframes; the limit is ` +
            `${LIMITS.keyframesPerProperty}. Split the clip first.`,
        );
      }
      if (clip.kfVolume?.length) fixes.push(`${clip.kfVolume.length} volume keyframes of "${clip.id}" were replaced.`);
      changed.push({ ...clip, kfVolume });
    }
    return {
      document: withClips(document, changed),
      data: withFixes({ clipIds: changed.map((clip) => clip.id) }, fixes),
    };
  },
});

function musicOf(
  document: Document,
  params: { musicClipIds?: string[]; speechClipIds?: string[] },
  context: ReduceContext,
): { music: Clip[]; fixes: string[] } {
  if (params.musicClipIds) {
    return { music: findAudibleClips(document, params.musicClipIds), fixes: [] };
  }
  const speakers = new Set(params.speechClipIds);
  const found = audibleClips(document, context).filter(
    (clip) => clip.type === 'audio' && !speakers.has(clip.id) && analysisForClip(clip, context).speech.length === 0,
  );
  if (found.length === 0) {
    const audible = audibleClips(document, context);
    throw refuse(
      'No music was found. autoDuck lowers audio clips without speech; none was found among ' +
        `${listed(audible, 'clip with audio')}. Add music, or list the clips to lower in musicClipIds.`,
    );
  }
  const { clips, fixes } = unlockedClips(document, found);
  return { music: clips, fixes };
}

/** Returns the ranges with speech, in order and merged, in seconds of the timeline. */
function speechOf(
  document: Document,
  clipIds: readonly string[] | undefined,
  music: ReadonlySet<string>,
  context: ReduceContext,
): ClipRange[] {
  const speakers = clipIds
    ? speakersOf(document, clipIds, music)
    : audibleClips(document, context).filter((clip) => !music.has(clip.id));
  const ranges = speakers.flatMap((clip) =>
    stretchesInClip(clip, analysisForClip(clip, context).speech).map(({ fromSec, toSec }) => ({
      fromSec: clip.start + fromSec,
      toSec: clip.start + toSec,
    })),
  );
  if (ranges.length === 0) {
    throw refuse(
      `No speech was found in ${listed(speakers, 'clip')}. autoDuck lowers music ` +
        `(${[...music].slice(0, 5).join(', ')}) while another clip has speech. Add a clip with speech, or lower ` +
        'the music with setVolume or addKeyframe.',
    );
  }
  return joined(ranges);
}

/** Formats a list of clips for messages, such as `2 clips (a, b)`, with at most five ids. */
function listed(clips: readonly Clip[], what: string): string {
  const count = `${clips.length} ${what.replace('clip', clips.length === 1 ? 'clip' : 'clips')}`;
  const ids = clips.slice(0, 5).map((clip) => clip.id);
  return ids.length === 0 ? count : `${count} (${ids.join(', ')})`;
}

function speakersOf(document: Document, clipIds: readonly string[], music: ReadonlySet<string>): Clip[] {
  const clips = findClips(document, clipIds);
  for (const { id: clipId, type } of clips) {
    if (!mayBeAudible({ type })) throw refuse(`Clip "${clipId}" is of type ${type}, which has no audio. Leave it out.`);
    if (music.has(clipId)) throw refuse(`Clip "${clipId}" is in both musicClipIds and speechClipIds. Use it in one.`);
  }
  return clips;
}

/** Returns the ranges, which are in order, that overlap a clip in time. */
function rangesWithin(ranges: readonly ClipRange[], { start, duration }: Clip): ClipRange[] {
  const first = firstPlace(ranges, ({ toSec }) => toSec > start);
  const end = firstPlace(ranges, ({ fromSec }) => fromSec >= start + duration);
  return ranges.slice(first, Math.max(first, end));
}

function audibleClips(document: Document, context: ReduceContext): Clip[] {
  const muted = new Set(document.tracks.filter((track) => track.muted).map((track) => track.id));
  return document.clips.filter(
    (clip) =>
      mayBeAudible(clip) &&
      !clip.muted &&
      clip.freezeAt === null &&
      !muted.has(clip.trackIndex) &&
      context.media(clip.src)?.hasAudio,
  );
}

/** Settings for lowering the volume of music during speech. */
interface Ducking {
  /** Volume without speech. `lowered` is the volume during speech. */
  volume: number;
  lowered: number;
  /** Time in which the volume is lowered, in seconds. `releaseSec`: time in which it is raised again. */
  attackSec: number;
  releaseSec: number;
}

/**
 * Maximum length, in seconds, of a pause in speech during which the music stays lowered, in addition to attack and
 * release. Raising the volume in shorter pauses would sound like pumping.
 */
const PAUSE_SEC = 0.3;

/**
 * Computes volume keyframes that lower the volume before each range of speech and raise it afterwards. Ranges are in
 * seconds of the music's clip, in any order. Both ranges and keyframes may extend beyond the clip.
 */
function duckKeyframes(speech: readonly ClipRange[], ducking: Ducking): Keyframe[] {
  const { volume, lowered, attackSec, releaseSec } = ducking;
  const reach = (attackSec + releaseSec + PAUSE_SEC) / 2;
  const wide = joined(speech.map(({ fromSec, toSec }) => ({ fromSec: fromSec - reach, toSec: toSec + reach })));
  return wide.flatMap((range) => {
    const from = range.fromSec + reach;
    const to = range.toSec - reach;
    // Without an attack the volume jumps, but two keyframes cannot have the same time.
    const before = attackSec > 0 ? { time: from - attackSec, value: volume } : { time: from - STEP_SEC, value: volume };
    const after = releaseSec > 0 ? { time: to + releaseSec, value: volume } : { time: to + STEP_SEC, value: volume };
    return [before, { time: from, value: lowered }, { time: to, value: lowered }, after];
  });
}

/** Time between the two keyframes of a volume jump, in seconds. */
const STEP_SEC = 0.001;
