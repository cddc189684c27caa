import type { Rgba } from '../document/parse-color.ts';

/** Computes the contrast ratio of two opaque colours, 1 to 21 (WCAG 2.2). */
export function contrast(a: Rgba, b: Rgba): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

/** Blends `over` onto `under`, which is taken to be opaque. `strength` is a further opacity, 0-1. */
export function blended(over: Rgba, under: Rgba, strength = 1): Rgba {
  const share = over.a * strength;
  const mix = (top: number, below: number) => top * share + below * (1 - share);
  return { r: mix(over.r, under.r), g: mix(over.g, under.g), b: mix(over.b, under.b), a: 1 };
}

/** Computes the relative luminance of an sRGB colour, 0-1. */
function luminance({ r, g, b }: Rgba): number {
  const linear = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
