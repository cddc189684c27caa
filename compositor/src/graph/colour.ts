/** Gamma-encoded sRGB colour, 0-255 for each channel. */
export interface Rgb {
  readonly r: number;
  readonly g: number;
  readonly b: number;
}

/** Opaque colour in BT.709 limited range. */
export interface YuvColour {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

/** Converts a colour to BT.709 limited range, rounded to whole levels. */
export function yuvColour({ r, g, b }: Rgb): YuvColour {
  return {
    y: Math.round(16 + 0.182586 * r + 0.614231 * g + 0.062007 * b),
    u: Math.round(128 - 0.100644 * r - 0.338572 * g + 0.439216 * b),
    v: Math.round(128 + 0.439216 * r - 0.398942 * g - 0.040274 * b),
  };
}
