/** Light of a gamma-encoded value (IEC 61966-2-1). Above 1 the curve goes on. */
export function decodeSrgb(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

/** The gamma-encoded value of light. Above 1 the curve goes on; below 0 it is 0. */
export function encodeSrgb(light: number): number {
  if (light <= 0) return 0;
  return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
}
