import type { Clip } from '../document/clip.ts';
import type { AudioPart, PartDuck } from './audio-part.ts';

/**
 * Adds the resolved ducking to parts of clips with `duck`: the indices of the parts that lower them.
 * `parts` must be in their final order, with at most one part per clip.
 */
export function withDucks(parts: AudioPart[], clips: readonly Clip[]): AudioPart[] {
  const ducked = new Map(clips.flatMap((clip) => (clip.duck ? [[clip.id, clip.duck] as const] : [])));
  if (ducked.size === 0) return parts;
  const places = new Map(parts.map((part, place) => [part.clipId, place]));
  return parts.map((part, own) => {
    const duck = ducked.get(part.clipId);
    if (!duck) return part;
    const named = [...new Set(duck.sources)].flatMap((clipId) => places.get(clipId) ?? []);
    const sources = named.filter((place) => place !== own).sort((a, b) => a - b);
    if (sources.length === 0) return part;
    const resolved: PartDuck = {
      sources,
      amountDb: duck.amountDb ?? -12,
      attackSec: duck.attack ?? 0.15,
      releaseSec: duck.release ?? 0.4,
    };
    return { ...part, duck: resolved };
  });
}
