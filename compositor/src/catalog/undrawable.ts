import type { Clip, Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline/rendering';

const pictureTypes = new Set(['video', 'image', 'sticker', 'text', 'shape', 'adjustment']);

/**
 * Throws `invalid_request`, naming the clip and the feature, when a visible clip asks for something that this version
 * cannot draw: a picture without it would be wrong without a word.
 */
export function refuseUndrawable(document: Document): void {
  const visible = new Set(document.tracks.filter((track) => track.visible).map((track) => track.id));
  for (const clip of document.clips) {
    if (clip.type === 'audio' || !visible.has(clip.trackIndex)) continue;
    const feature = undrawableFeature(clip);
    if (feature === null) continue;
    throw new FramemillError(
      'invalid_request',
      `Clip ${clip.id}${clip.name ? ` ("${clip.name}")` : ''} uses ${feature}, which this version cannot draw. Remove it and render again.`,
      { clipId: clip.id, feature },
    );
  }
}

function undrawableFeature(clip: Clip): string | null {
  if (!pictureTypes.has(clip.type)) return `the clip type "${clip.type}"`;
  return null;
}
