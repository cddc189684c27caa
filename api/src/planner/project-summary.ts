import { type Document, durationSec } from '@framemill/timeline';

/** Clips that a summary lists; of longer projects it has the first ones and says how many there are. */
const MOST_CLIPS = 400;

/** What a model sees of a project: its settings, tracks and clips, as one JSON text. */
export function projectSummary(document: Document): string {
  const { settings, tracks, clips, markers = [] } = document;
  return JSON.stringify({
    settings,
    durationSec: durationSec(document),
    tracks: tracks.map(({ id, label, type, locked, muted }) => ({ id, label, type, locked, muted })),
    clipCount: clips.length,
    clips: clips.slice(0, MOST_CLIPS).map((clip) => ({
      ...{ id: clip.id, type: clip.type, name: clip.name, trackIndex: clip.trackIndex, start: clip.start },
      ...{ duration: clip.duration, speed: clip.speed, volume: clip.volume, x: clip.x, y: clip.y, scale: clip.scale },
      ...(clip.textStyle ? { text: clip.textStyle.content.slice(0, 120), isCaption: clip.isCaption === true } : {}),
      ...(clip.effects ? { effects: clip.effects.map(({ type }) => type) } : {}),
      ...(clip.transition ? { transition: clip.transition.type } : {}),
    })),
    markers: markers.slice(0, 100),
  });
}
