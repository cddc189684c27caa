import type { Catalogue } from '@framemill/timeline';
import { SHAPE_KINDS } from '@framemill/timeline/rendering';
import { effects } from '../effects/index.ts';
import { bundledFonts } from '../fonts/bundled-fonts.ts';
import { transitions } from '../transitions/index.ts';

/**
 * Fonts, effects, transitions and shapes that this compositor can draw. The reducer validates commands against them,
 * and the command schema lists them.
 */
export const catalogue: Catalogue = {
  fonts: fontFamilies(),
  effects: Object.fromEntries(effects.map(({ type, params }) => [type, params])),
  transitions: ['dissolve', ...transitions.map(({ type }) => type)],
  shapes: [...SHAPE_KINDS],
};

/** Returns the descriptions of effects and transitions, one sentence each, by name. */
export function describeCapabilities(): {
  effects: Readonly<Record<string, string>>;
  transitions: Readonly<Record<string, string>>;
} {
  return {
    effects: Object.fromEntries(effects.map(({ type, description }) => [type, description])),
    transitions: {
      dissolve: 'The incoming picture comes through the outgoing one.',
      ...Object.fromEntries(transitions.map(({ type, description }) => [type, description])),
    },
  };
}

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
