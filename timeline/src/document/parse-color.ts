import {
  converter,
  modeHsl,
  modeHwb,
  modeLab,
  modeLch,
  modeOklab,
  modeOklch,
  modeRgb,
  parse,
  useMode,
} from 'culori/fn';
import { FramemillError } from '../errors/framemill-error.ts';

// Register the supported notations: importing a mode alone does not add it to the parser.
const toRgb = converter('rgb');
for (const mode of [modeRgb, modeHsl, modeHwb, modeLab, modeLch, modeOklab, modeOklch]) useMode(mode);

/** Rough pattern of a CSS colour. `isColor` checks names and numbers exactly. */
export const COLOR_PATTERN = '^(?:#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,24}|[a-zA-Z]{3,5}\\([-+0-9a-zA-Z.,%/ \\t]{1,58}\\))$';

const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** A parsed colour: `r`, `g`, `b` whole numbers of 0-255 (not premultiplied), `a` 0-1. */
export interface Rgba {
  r: number;
  g: number;
  b: number;
  a: number;
}

/**
 * Parses any CSS colour: names, #rgb to #rrggbbaa, rgb(), hsl(), hwb(), lab(), lch(), oklab(), oklch().
 * Throws `invalid_request` for anything else.
 */
export function parseColor(css: string): Rgba {
  const color = readColor(css);
  if (color) return color;
  const message = `"${css}" is not a colour. Write a CSS colour, such as #rrggbb, rgb(), hsl() or a name.`;
  throw new FramemillError('invalid_request', message);
}

/** Whether a text is a CSS colour. */
export function isColor(css: string): boolean {
  // Fast path: almost all colours have this form, and a document may contain 20,000.
  return HEX.test(css) || readColor(css) !== null;
}

function readColor(css: string): Rgba | null {
  const value = css.trim().toLowerCase();
  // The parser accepts hex digits without `#`, which browsers do not.
  if (/^[0-9a-f]+$/.test(value)) return null;
  const color = toRgb(parse(value));
  if (!color) return null;
  const { r, g, b, alpha = 1 } = color;
  return { r: channel(r), g: channel(g), b: channel(b), a: alpha };
}

/** Converts a channel to a whole number of 0-255, as browsers do. Values outside the gamut are clipped. */
function channel(share: number): number {
  return Number.isFinite(share) ? Math.round(Math.min(1, Math.max(0, share)) * 255) : 0;
}
