/**
 * Padding, in pixels, of a colour that is cut to an outline. Images may extend beyond their box (text does), with lines
 * around them. The part outside the outline is never drawn, so that a large value costs nothing.
 */
export const around = 16_384;
