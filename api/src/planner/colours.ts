import { pattern } from './words.ts';

/** Colour values by their everyday names. */
const named: Record<string, string> = {
  ...{ red: '#e53935', green: '#43a047', blue: '#1e88e5', yellow: '#fdd835', orange: '#fb8c00', purple: '#8e24aa' },
  ...{ pink: '#ec407a', white: '#ffffff', black: '#000000', grey: '#808080', gray: '#808080', gold: '#ffc107' },
  ...{ golden: '#ffc107', silver: '#c0c0c0', cyan: '#00bcd4', teal: '#009688', turquoise: '#1abc9c', brown: '#795548' },
  ...{ navy: '#1a237e', 'navy blue': '#1a237e', maroon: '#800000', burgundy: '#800020', crimson: '#dc143c' },
  ...{ magenta: '#ff00ff', violet: '#8f00ff', lavender: '#b497e7', lilac: '#c8a2c8', indigo: '#4b0082' },
  ...{ beige: '#f5f5dc', cream: '#fffdd0', ivory: '#fffff0', 'off-white': '#faf9f6', 'off white': '#faf9f6' },
  ...{ lime: '#aeea00', 'lime green': '#76d000', mint: '#98e8c1', 'mint green': '#98e8c1', olive: '#808000' },
  ...{ coral: '#ff7f50', salmon: '#fa8072', peach: '#ffcba4', charcoal: '#36454f', 'sky blue': '#87ceeb' },
  ...{ 'baby blue': '#89cff0', 'royal blue': '#4169e1', 'hot pink': '#ff69b4', 'forest green': '#228b22' },
  ...{ 'emerald green': '#2ecc71', emerald: '#2ecc71', 'neon green': '#39ff14', 'neon pink': '#ff10f0' },
  ...{ 'blood red': '#8a0303', 'off black': '#111111' },
};

/** Words that modify a colour, with the fraction of white (above 0) or black (below 0) that they mix in. */
const shades: Record<string, number> = {
  ...{
    dark: -0.5,
    darker: -0.35,
    deep: -0.5,
    light: 0.55,
    lighter: 0.35,
    pale: 0.65,
    pastel: 0.6,
    soft: 0.4,
    bright: 0,
  },
  ...{ vivid: 0, neon: 0, strong: 0, solid: 0, plain: 0, pure: 0 },
};

const alternatives = (words: Record<string, unknown>) =>
  Object.keys(words)
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll(/[\s-]/g, '[\\s-]'))
    .join('|');

/** Pattern of a colour: a name with an optional shade before it, or `#rgb` or `#rrggbb`. */
export const COLOUR = pattern`
  (?:
    #[0-9a-f]{6}\b|#[0-9a-f]{3}\b
    |\b(?:(?:very[\s-]+)?(?:${alternatives(shades)})[\s-]+)?(?:${alternatives(named)})\b
  )
`;

/**
 * Converts a colour that the pattern `COLOUR` matched to `#rrggbb`. A shade is applied: "dark blue" gives a darker
 * value than "blue".
 */
export function colourOf(text: string): string {
  const plain = text.trim().toLowerCase().replaceAll(/\s+/g, ' ');
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(plain);
  if (short) return `#${short[1]}${short[1]}${short[2]}${short[2]}${short[3]}${short[3]}`;
  const own = named[plain] ?? named[plain.replaceAll('-', ' ')];
  if (own !== undefined || plain.startsWith('#')) return own ?? plain;
  const [, very, shade = '', name = ''] = /^(very[\s-]+)?([a-z]+)[\s-]+(.+)$/.exec(plain) ?? [];
  const base = named[name] ?? plain;
  const share = (shades[shade] ?? 0) * (very === undefined ? 1 : 1.3);
  return share === 0 ? base : mixed(base, share);
}

/** Mixes white or black into a colour. `share` is the mixed-in fraction, from -1 (black only) to 1 (white only). */
function mixed(colour: string, share: number): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  const toward = share > 0 ? 255 : 0;
  const hex = parts.map((part) =>
    Math.round(part + (toward - part) * Math.abs(share))
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${hex.join('')}`;
}
