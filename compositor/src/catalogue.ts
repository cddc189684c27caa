import type { Catalogue } from '@framemill/timeline';
import { SHAPE_KINDS } from '@framemill/timeline/rendering';
import { bundledFonts } from './catalog/fonts.ts';
import { effects } from './effects/index.ts';
import { transitions } from './transitions/index.ts';

/**
 * Capabilities of this compositor: formats, effects, fonts and the like. The reducer validates commands against them,
 * and the command schema lists them.
 */
export const catalogue: Catalogue = {
  fonts: fontFamilies(),
  effects: Object.fromEntries(effects.map(({ type, params }) => [type, params])),
  transitions: ['dissolve', ...transitions.map(({ type }) => type)],
  shapes: [...SHAPE_KINDS],
};

function fontFamilies(): Catalogue['fonts'] {
  const families = new Map<string, Set<number>>();
  for (const font of bundledFonts) {
    // Colour fonts supply single characters only: texts are never set in them.
    if (font.isColor) continue;
    const weights = families.get(font.family) ?? new Set<number>();
    families.set(font.family, weights.add(font.weight));
  }
  return [...families].map(([family, weights]) => ({ family, weights: [...weights] }));
}
