import { moved, over } from '../graph/combine.ts';
import type { Moment, Picture } from '../graph/picture.ts';
import type { Moves } from './define-transition.ts';

/** The tree of a transition that only moves its pictures. */
export function movePictures(from: Picture, to: Picture, moves: Moves, { width, height }: Moment): Picture {
  const place = (picture: Picture, by: Moves['from']) =>
    by.x === 0 && by.y === 0 ? picture : moved(picture, by.x * width, by.y * height);
  return over(place(to, moves.to), place(from, moves.from));
}
