import type { Clip, Document } from '@framemill/timeline';
import { FramemillError } from '@framemill/timeline';
import { catalogue } from './catalogue.ts';

const pictureTypes = new Set(['video', 'image', 'sticker', 'text', 'shape']);

/** Properties whose keyframes change colours, edges or masks: nothing draws them. */
const undrawableKeyframes = [
  'kfBlur',
  'kfExposure',
  'kfContrast',
  'kfSaturation',
  'kfHue',
  'kfTemperature',
  'kfTint',
  'kfMaskX',
  'kfMaskY',
  'kfMaskScale',
  'kfMaskFeather',
] as const;

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
  const effect = clip.effects?.find((candidate) => candidate.enabled && !(candidate.type in catalogue.effects));
  if (effect) return `the effect "${effect.type}"`;
  if (clip.mask && clip.mask.shape !== 'none') return `the mask "${clip.mask.shape}"`;
  if (clip.blendMode && clip.blendMode !== 'normal') return `the blend mode "${clip.blendMode}"`;
  if (clip.grade && changesColour(clip.grade)) return 'a colour grade';
  if (clip.fit === 'contain-blur') return 'the fit "contain-blur"';
  if (clip.transition && !catalogue.transitions.includes(clip.transition.type)) {
    return `the transition "${clip.transition.type}"`;
  }
  const keyframed = undrawableKeyframes.find((name) => (clip[name]?.length ?? 0) > 0);
  if (keyframed) return `keyframes of "${keyframed.slice(2).toLowerCase()}"`;
  return null;
}

// A grade of zeros, or of no strength, changes nothing.
function changesColour(grade: NonNullable<Clip['grade']>): boolean {
  const { intensity, ...parts } = grade;
  if (intensity === 0) return false;
  return Object.values(parts).some((part) => part !== undefined && part !== 0);
}
