import { type Document, durationSec } from '@framemill/timeline';

/** Maximum clips listed in a summary. Longer projects list the first ones and state the total count. */
const MOST_CLIPS = 400;

/** Returns the JSON text that describes a project to a language model: its settings, tracks and clips. */
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
