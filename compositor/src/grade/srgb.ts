/** Converts a gamma-encoded value to linear light (IEC 61966-2-1). The curve continues above 1. */
export function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** Converts linear light to a gamma-encoded value. The curve continues above 1; below 0 the result is 0. */
export function encodeSrgb(light: number): number {
  if (light <= 0) return 0;
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
