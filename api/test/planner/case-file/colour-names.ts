import { parseColor } from '@framemill/timeline';

/** Hue of each colour name in degrees, and the shade that the name implies. */
const HUES: Record<string, { hue: number; shade?: 'dark' | 'light' }> = {
  red: { hue: 0 },
  maroon: { hue: 0, shade: 'dark' },
  orange: { hue: 30 },
  brown: { hue: 25, shade: 'dark' },
  gold: { hue: 46 },
  yellow: { hue: 54 },
  lime: { hue: 90 },
  green: { hue: 125 },
  mint: { hue: 150, shade: 'light' },
  teal: { hue: 175 },
  turquoise: { hue: 175 },
  cyan: { hue: 186 },
  blue: { hue: 212 },
  navy: { hue: 232, shade: 'dark' },
  purple: { hue: 283 },
  violet: { hue: 275 },
  magenta: { hue: 305 },
  pink: { hue: 338 },
};
const HUE_TOLERANCE = 32;

/** Whether people would call a colour `name`: a hue name, optionally with `dark` or `light` before it. */
export function isCalled(colour: string, name: string): boolean {
  const wanted = name.trim().toLowerCase();
  if (wanted.startsWith('#')) return sameColour(colour, wanted);
  const [, said, base = ''] = /^(?:(dark|deep|light|pale)\s+)?(.+)$/.exec(wanted) ?? [];
  const { hue, saturation, lightness } = hslOf(colour);
  const shade = said === undefined ? undefined : /dark|deep/.test(said) ? 'dark' : 'light';
  if (base === 'white') return lightness > 0.95;
  if (base === 'black') return lightness < 0.08;
  const isShade = (one: string | undefined) =>
    one === undefined || (one === 'dark' ? lightness < 0.4 : lightness > 0.6);
  if (base === 'grey' || base === 'gray') {
    return saturation < 0.15 && lightness > 0.1 && lightness < 0.95 && isShade(shade);
  }
  const known = HUES[base];
  if (known === undefined) throw new Error(`"${name}" is no colour that cases know. Use #rrggbb.`);
  const distance = Math.abs(((hue - known.hue + 540) % 360) - 180);
  return saturation > 0.15 && distance <= HUE_TOLERANCE && isShade(shade ?? known.shade);
}

const sameColour = (a: string, b: string) => JSON.stringify(parseColor(a)) === JSON.stringify(parseColor(b));

function hslOf(colour: string) {
  const { r, g, b } = parseColor(colour);
  const [max, min] = [Math.max(r, g, b) / 255, Math.min(r, g, b) / 255];
  const [lightness, spread] = [(max + min) / 2, max - min];
  if (spread < 0.02) return { hue: 0, saturation: 0, lightness };
  const parts = [r, g, b].map((part) => part / 255);
  const [red = 0, green = 0, blue = 0] = parts;
  const sector =
    max === red ? (green - blue) / spread : max === green ? 2 + (blue - red) / spread : 4 + (red - green) / spread;
  return { hue: (sector * 60 + 360) % 360, saturation: spread / (1 - Math.abs(2 * lightness - 1)), lightness };
}
