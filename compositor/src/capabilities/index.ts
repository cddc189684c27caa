import type { Catalogue } from '@framemill/timeline';
import { SHAPE_KINDS } from '@framemill/timeline/rendering';
import { effects } from '../effects/index.ts';
import { bundledFonts, bundledFontUrl } from '../fonts/bundled-fonts.ts';
import { transitions } from '../transitions/index.ts';

// The curves of grades, for editors that draw them.
export { curveThrough, hueCurveThrough } from '../grade/curve.ts';

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

/**
 * Returns the root-relative URL of the font file of a bundled family whose weight is nearest to `weight` (100-900), the
 * upright one. Null for other families.
 */
export function fontFileUrl(family: string, weight: number): string | null {
  const upright = bundledFonts.filter((font) => font.family === family && !font.italic);
  const [nearest] = upright.toSorted((a, b) => Math.abs(a.weight - weight) - Math.abs(b.weight - weight));
  return nearest ? bundledFontUrl(nearest) : null;
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
