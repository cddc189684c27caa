import type { ClipLayer, Effect } from '@framemill/timeline';
import { effectOf } from '../effects/index.ts';
import { gradeTable } from '../grade/grade-table.ts';
import type { Moment, Picture } from './picture.ts';

const gradeProps = ['exposure', 'contrast', 'saturation', 'hue', 'temperature', 'tint'] as const;

/** Whether a layer has anything that changes its pixels before it is placed. Cheap: most layers have not. */
export function hasLook({ clip, animated }: ClipLayer): boolean {
  if (clip.grade || clip.mask || (clip.effects?.length ?? 0) > 0 || clip.fit === 'contain-blur') return true;
  return animated !== null && (animated.blur !== undefined || gradeProps.some((prop) => animated[prop] !== undefined));
}

/**
 * The tree that a layer's grade, then its effects in order, then its keyframed blur make of `input`; `input` itself
 * when they change nothing. Keys at the head of the stack go before the grade: they look for the colours that the
 * camera saw. Throws `invalid_request`, naming the effect, for parameters that do not fit it.
 */
export function lookTree({ clip, animated }: ClipLayer, input: Picture, moment: Moment): Picture {
  const effects = (clip.effects ?? []).filter((effect) => effect.enabled);
  const others = effects.findIndex(({ type }) => type !== 'chroma-key' && type !== 'luma-key');
  const keys = others < 0 ? effects.length : others;
  let picture = withEffects(effects.slice(0, keys), input, moment);
  if (clip.grade || animated) {
    const table = gradeTable(clip.grade ?? {}, animated, moment.luts);
    if (table) picture = { kind: 'lut', of: picture, table, intensity: 1 };
  }
  picture = withEffects(effects.slice(keys), picture, moment);
  const sigma = (animated?.blur ?? 0) * moment.scale;
  if (sigma <= 0) return picture;
  const shape = { type: 'gaussian', sigmaX: sigma, sigmaY: sigma } as const;
  return { kind: 'blur', of: picture, edge: moment.edge ?? 'transparent', shape };
}

function withEffects(effects: readonly Effect[], input: Picture, moment: Moment): Picture {
  return effects.reduce(
    (picture, { type, params }) => effectOf(type)?.picture(picture, params, moment) ?? picture,
    input,
  );
}
