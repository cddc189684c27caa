import { added, transparent } from '../graph/combine.ts';
import type { Coverage, Picture } from '../graph/picture.ts';

/** `to` where the coverage is, `from` where it is not: exact also where either of them is transparent. */
export function reveal(from: Picture, to: Picture, by: Coverage): Picture {
  const revealed: Picture = { kind: 'matte', of: to, by, invert: false, strength: 1 };
  const left: Picture = { kind: 'matte', of: from, by, invert: true, strength: 1 };
  if (from === transparent) return revealed;
  return to === transparent ? left : added(revealed, left);
}
