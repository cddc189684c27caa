import type { Clip, Command, Document, TrackDef } from '@framemill/timeline';
import { MOST_COMMANDS } from './use-editor.ts';

/** Maximum length of a clipboard text that is parsed, in characters. */
const LONGEST = 4_000_000;

/** Clipboard contents: clips with their tracks. It is JSON, so that another project or program can read it. */
interface ClipText {
  framemill: 'clips';
  version: 1;
  tracks: Pick<TrackDef, 'id' | 'type'>[];
  clips: Clip[];
}

/** Returns the selected clips of a document as clipboard text; null when none is selected. */
export function clipText({ tracks, clips }: Document, picked: ReadonlySet<string>): string | null {
  const copied = clips.filter(({ id }) => picked.has(id)).toSorted((a, b) => a.start - b.start);
  if (copied.length === 0) return null;
  const text: ClipText = {
    framemill: 'clips',
    version: 1,
    tracks: tracks.map(({ id, type }) => ({ id, type })),
    clips: copied,
  };
  return JSON.stringify(text);
}

/**
 * Returns batches of commands that paste the clips of a clipboard text, with new ids, the first clip at `atSec`
 * seconds. Returns null for a text without clips. Each clip goes to the track of the same type and rank, or to the next
 * one with free space. Groups and transitions are pasted too; a group larger than a batch is split. Settings that refer
 * to other clips, such as ducking, are left out.
 */
export function pasteCommands(text: string, { tracks }: Document, atSec: number): Command[][] | null {
  const copied = clipsIn(text);
  if (!copied) return null;
  const firstSec = Math.min(...copied.clips.map(({ start }) => start));
  const batches: Command[][] = [];
  let batch: Command[] = [];
  let late: Command[] = [];
  let groups = new Map<string, string[]>();
  function close(): void {
    const grouped = [...groups.values()].filter((ids) => ids.length > 1);
    batch.push(...late, ...grouped.map((clipIds) => ({ op: 'groupClips', clipIds })));
    if (batch.length > 0) batches.push(batch);
    [batch, late, groups] = [[], [], new Map()];
  }
  for (const clip of copied.clips) {
    const start = Math.round((clip.start - firstSec + atSec) * 1e6) / 1e6;
    const made = clipCommands(clip, start, trackFor(clip, copied.tracks, tracks), batch.length);
    if (batch.length + made.length + late.length + groups.size + 2 > MOST_COMMANDS) {
      close();
      made.splice(0, made.length, ...clipCommands(clip, start, trackFor(clip, copied.tracks, tracks), 0));
    }
    const self = `$${batch.length}.clipId`;
    batch.push(...made);
    // Added last: a transition needs the clip before it on the track.
    if (clip.transition) late.push({ op: 'setTransition', clipId: self, ...clip.transition });
    if (clip.groupId !== undefined) groups.set(clip.groupId, [...(groups.get(clip.groupId) ?? []), self]);
  }
  close();
  return batches;
}

function clipsIn(text: string): ClipText | null {
  if (text.length > LONGEST || !text.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isClipText(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a parsed clipboard text claims to contain clips. The commands validate the clips themselves. */
function isClipText(value: unknown): value is ClipText {
  if (typeof value !== 'object' || value === null || !('framemill' in value) || value.framemill !== 'clips')
    return false;
  if (!('clips' in value) || !Array.isArray(value.clips) || !('tracks' in value) || !Array.isArray(value.tracks))
    return false;
  return (
    value.clips.length > 0 && value.clips.every((clip) => typeof clip?.type === 'string' && Number.isFinite(clip.start))
  );
}

/**
 * Returns the id of the target track for a clip: the track with the same type and the same rank among the tracks of
 * that type. When there are fewer of them, it returns the last one.
 */
function trackFor({ trackIndex }: Clip, from: ClipText['tracks'], to: readonly TrackDef[]): number | undefined {
  const type = from.find(({ id }) => id === trackIndex)?.type;
  const place = from.filter((track) => track.type === type).findIndex(({ id }) => id === trackIndex);
  const own = to.filter((track) => track.type === type);
  return (own[place] ?? own.at(-1))?.id;
}

/** Returns the commands that create one clip. `first` is the index in the batch at which these commands begin. */
function clipCommands(clip: Clip, start: number, trackIndex: number | undefined, first: number): Command[] {
  const clipId = `$${first}.clipId`;
  const { effects = [], chain = [] } = clip;
  const commands: Command[] = [
    creation(clip, { start, duration: clip.duration, ...(trackIndex === undefined ? {} : { trackIndex }) }),
  ];
  const patch = Object.fromEntries(
    Object.entries(clip).filter(([field, value]) => !NOT_PATCHED.has(field) && value !== undefined),
  );
  if (clip.type === 'text' && clip.textStyle) patch.textStyle = clip.textStyle;
  commands.push({ op: 'updateClip', clipId, patch });
  for (const { type, params, enabled } of effects) {
    const effectId = `$${first + commands.length}.effectId`;
    commands.push({ op: 'addEffect', clipId, type, params });
    if (!enabled) commands.push({ op: 'updateEffect', clipId, effectId, enabled: false });
  }
  if (chain.length > 0) commands.push({ op: 'setAudioEffects', clipId, chain });
  return commands;
}

/** Clip fields left out of the patch: the creating command or a later one sets them, or they refer to other clips. */
const NOT_PATCHED = new Set(
  'id type start duration trackIndex src groupId effects effectsOf transition chain duck'.split(' '),
);

function creation(clip: Clip, place: { start: number; duration: number; trackIndex?: number }): Command {
  switch (clip.type) {
    case 'text':
      return { op: 'addTextClip', text: clip.textStyle?.content ?? '', ...place };
    case 'shape':
      return { op: 'addShapeClip', kind: clip.shape?.kind ?? 'rectangle', ...place };
    case 'html':
      return { op: 'addHtmlClip', html: clip.html?.html ?? '', ...place };
    case 'adjustment':
      return { op: 'addAdjustmentLayer', ...place };
    case 'composition': {
      // Only a clip that exists can bring its composition along.
      const { start, trackIndex } = place;
      return { op: 'duplicateClip', clipId: clip.id, start, ...(trackIndex === undefined ? {} : { trackIndex }) };
    }
    default:
      return { op: 'addClip', type: clip.type, src: clip.src, mediaStart: clip.mediaStart, ...place };
  }
}
