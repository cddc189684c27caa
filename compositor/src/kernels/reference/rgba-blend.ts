import type { BlendMode } from '@framemill/timeline';

/** Colour that is not premultiplied, and its alpha; all values 0-1. */
export interface Straight {
  readonly colour: Rgb;
  readonly alpha: number;
}

type Rgb = readonly [r: number, g: number, b: number];

/**
 * Reference implementation of `blendRgba` and `blendExact`: W3C Compositing and Blending Level 1, with a premultiplied
 * result of 0-1.
 */
export function blend(mode: BlendMode, over: Straight, under: Straight): [r: number, g: number, b: number, a: number] {
  const [sa, ba] = [over.alpha, under.alpha];
  if (mode === 'add') {
    const sum = (k: 0 | 1 | 2) => Math.min(1, over.colour[k] * sa + under.colour[k] * ba);
    return [sum(0), sum(1), sum(2), Math.min(1, sa + ba)];
  }
  const mixed = blendColour(mode, under.colour, over.colour);
  const result = (k: 0 | 1 | 2) =>
    over.colour[k] * sa * (1 - ba) + under.colour[k] * ba * (1 - sa) + sa * ba * mixed[k];
  return [result(0), result(1), result(2), sa + ba - sa * ba];
}

function blendColour(mode: BlendMode, b: Rgb, s: Rgb): Rgb {
  switch (mode) {
    case 'hue':
      return setLum(setSat(s, sat(b)), lum(b));
    case 'saturation':
      return setLum(setSat(b, sat(s)), lum(b));
    case 'color':
      return setLum(s, lum(b));
    case 'luminosity':
      return setLum(b, lum(s));
    default:
      return [separable(mode, b[0], s[0]), separable(mode, b[1], s[1]), separable(mode, b[2], s[2])];
  }
}

function separable(mode: BlendMode, b: number, s: number): number {
  switch (mode) {
    case 'multiply':
      return b * s;
    case 'screen':
      return b + s - b * s;
    case 'overlay':
      return hardLight(s, b);
    case 'darken':
      return Math.min(b, s);
    case 'lighten':
      return Math.max(b, s);
    case 'color-dodge':
      return b === 0 ? 0 : s === 1 ? 1 : Math.min(1, b / (1 - s));
    case 'color-burn':
      return b === 1 ? 1 : s === 0 ? 0 : 1 - Math.min(1, (1 - b) / s);
    case 'hard-light':
      return hardLight(b, s);
    case 'soft-light': {
      const d = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : Math.sqrt(b);
      return s <= 0.5 ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b);
    }
    case 'difference':
      return Math.abs(b - s);
    case 'exclusion':
      return b + s - 2 * b * s;
    default:
      return s;
  }
}

function hardLight(b: number, s: number): number {
  return s <= 0.5 ? b * 2 * s : b + (2 * s - 1) - b * (2 * s - 1);
}

const lum = ([r, g, b]: Rgb) => 0.3 * r + 0.59 * g + 0.11 * b;
const sat = (c: Rgb) => Math.max(...c) - Math.min(...c);

function setLum([r, g, b]: Rgb, l: number): Rgb {
  const d = l - lum([r, g, b]);
  return clipColour([r + d, g + d, b + d]);
}

function clipColour(c: Rgb): Rgb {
  const l = lum(c);
  const [n, x] = [Math.min(...c), Math.max(...c)];
  const raised = n < 0 ? each(c, (value) => l + ((value - l) * l) / (l - n)) : c;
  return x > 1 ? each(raised, (value) => l + ((value - l) * (1 - l)) / (x - l)) : raised;
}

function setSat(c: Rgb, s: number): Rgb {
  const [n, x] = [Math.min(...c), Math.max(...c)];
  return x > n ? each(c, (value) => ((value - n) * s) / (x - n)) : [0, 0, 0];
}

function each([r, g, b]: Rgb, change: (value: number) => number): Rgb {
  return [change(r), change(g), change(b)];
}
