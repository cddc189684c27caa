import type { Rgb } from './colour-table.ts';

/**
 * Computes the hue of a colour as a fraction of a turn from red (0-1); 0 for grey. `span` is its largest minus its
 * smallest channel.
 */
export function hueOf(r: number, g: number, b: number, span: number): number {
  if (span <= 0) return 0;
  const most = Math.max(r, g, b);
  const sixth = most === r ? (g - b) / span : most === g ? 2 + (b - r) / span : 4 + (r - g) / span;
  const turn = sixth / 6;
  return turn < 0 ? turn + 1 : turn;
}

/** Returns the fully saturated colour of a hue (degrees). */
export function pureHue(degrees: number): Rgb {
  const sixth = (((degrees / 60) % 6) + 6) % 6;
  const channel = (offset: number) => Math.min(1, Math.max(0, Math.abs(((sixth + offset) % 6) - 3) - 1));
  return [channel(0), channel(4), channel(2)];
}

/**
 * Returns the matrix, row by row, that rotates the hue of all colours by `degrees` and keeps luma. It is the matrix of
 * the CSS filter `hue-rotate` (W3C Filter Effects 1) with the luma weights of BT.709.
 */
export function hueRotation(degrees: number): readonly number[] {
  const cos = Math.cos((degrees * Math.PI) / 180);
  const sin = Math.sin((degrees * Math.PI) / 180);
  const [lr, lg, lb] = [0.2126, 0.7152, 0.0722];
  return [
    lr + cos * (1 - lr) - sin * lr,
    lg - cos * lg - sin * lg,
    lb - cos * lb + sin * (1 - lb),
    lr - cos * lr + sin * 0.143,
    lg + cos * (1 - lg) + sin * 0.14,
    lb - cos * lb - sin * 0.283,
    lr - cos * lr - sin * (1 - lr),
    lg - cos * lg + sin * lg,
    lb + cos * (1 - lb) + sin * lb,
  ];
}
