import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, batchIds, type Clip, clipSources, type Document, type MediaLookup } from '@framemill/timeline';
import { nearClips, stretchOf } from '../stage/near-clips.ts';
import { EFFECT_PRESETS, type EffectPreset, presetCommands } from './effect-presets.ts';

/** Thumbnail of a preset: a clip with the preset, at a time and during about a second. */
export interface PresetThumbnail {
  preset: EffectPreset;
  /** Document with the preset. Clips above the clip are left out. */
  document: Document;
  /** Time of the still thumbnail, in seconds. */
  stillSec: number;
  /** Times of the frames of the moving thumbnail, in seconds. It lasts `FRAME_MS` per frame. */
  loopSec: readonly number[];
  /** Sentence on why there is no thumbnail; null when it can be drawn. */
  problem: string | null;
}

/** Longest part of a clip that a moving thumbnail shows, in seconds, and its number of frames. */
const LOOP_SEC = 1;
const LOOP_FRAMES = 12;
/** Time for which a moving thumbnail shows a frame, in ms. */
export const FRAME_MS = (1_000 * LOOP_SEC) / LOOP_FRAMES;
/** Distance from the edge of a clip at which motions in and out are half done, in seconds. */
const EDGE_SEC = 0.2;

/**
 * Returns the thumbnails of all presets for a clip of a document. They show the frame at the playhead, or the middle of
 * the clip when the playhead is elsewhere. `media` has the files of the account.
 */
export function presetThumbnails(
  document: Document,
  clip: Clip,
  playheadSec: number,
  media: MediaLookup,
): PresetThumbnail[] {
  const clipProblem = problemOf(clip, media);
  return EFFECT_PRESETS.map((preset) => {
    const times = timesOf(clip, playheadSec, preset.visibleAt);
    const { document: changed, results } = applyCommands(
      documentBelow(document, clip, times.stillSec),
      presetCommands(preset, clip.id, document.settings),
      { catalogue, media, newId: batchIds(`bat_${'0'.repeat(24)}`) },
    );
    const refusal = results.find(({ ok }) => !ok)?.error ?? null;
    return { preset, ...times, document: changed, problem: clipProblem ?? refusal };
  });
}

function problemOf(clip: Clip, media: MediaLookup): string | null {
  if (clip.type === 'html') return 'HTML clips have no previews of effects.';
  const isMissing = clipSources(clip).some(({ src, use }) => use === 'clip' && media(src) === null);
  return isMissing ? 'The file of this clip is not available.' : null;
}

/** Returns the clip and what is below it, near a time. Hidden tracks stay hidden, except that of the clip. */
function documentBelow(document: Document, clip: Clip, atSec: number): Document {
  // The first track is the bottom layer.
  const layers = new Map(document.tracks.map(({ id }, layer) => [id, layer]));
  const layerOf = ({ trackIndex }: Clip) => layers.get(trackIndex) ?? 0;
  const near = nearClips(document, stretchOf(atSec));
  return {
    ...near,
    tracks: near.tracks.map((track) => (track.id === clip.trackIndex ? { ...track, visible: true } : track)),
    clips: near.clips.filter((one) => layerOf(one) <= layerOf(clip)),
  };
}

function timesOf({ start, duration }: Clip, playheadSec: number, visibleAt: EffectPreset['visibleAt']) {
  const end = start + duration;
  const lengthSec = Math.min(LOOP_SEC, duration);
  const edgeSec = Math.min(EDGE_SEC, duration / 2);
  const middleSec = start + duration / 2;
  const isInside = playheadSec >= start && playheadSec < end;
  const usualSec = isInside ? playheadSec : middleSec;
  const stillSec = visibleAt === 'start' ? start + edgeSec : visibleAt === 'end' ? end - edgeSec : usualSec;
  const fromSec = visibleAt === 'start' ? start : Math.min(visibleAt === 'end' ? end : stillSec, end - lengthSec);
  const loopSec = Array.from({ length: LOOP_FRAMES }, (_, frame) => fromSec + (frame * lengthSec) / LOOP_FRAMES);
  return { stillSec, loopSec };
}

/** Width and height of the tile that a thumbnail has to fit, in pixels. It is displayed at about half this size. */
const MOST = { width: 320, height: 180 };

/** Returns the size of thumbnails for a canvas, in even pixels, with nearly the proportions of the canvas. */
export function thumbnailSize({ width, height }: { width: number; height: number }): { width: number; height: number } {
  const scale = Math.min(MOST.width / width, MOST.height / height);
  const even = (length: number) => 2 * Math.max(1, Math.round((length * scale) / 2));
  return { width: even(width), height: even(height) };
}
