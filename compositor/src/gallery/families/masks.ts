import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** Parameters that a mask shape needs to be drawn. In pixels. */
const contents: Record<string, object> = {
  linear: { rotation: -20, feather: 30 },
  mirror: { width: 300, rotation: 20 },
  polygon: {
    points: [
      [-270, -100],
      [0, -165],
      [270, -70],
      [130, 150],
      [-200, 135],
    ],
  },
  path: { d: 'M0 -150C200 -150 270 150 0 150C-270 150 -200 -150 0 -150Z' },
  text: { text: 'Mill', fontSize: 230 },
  image: { src: 'ocean', channel: 'luma' },
};

/** Returns an exhibit for each mask shape, over a plain colour. */
export function maskExhibits(): Exhibit[] {
  return VOCABULARY.maskShape.map((shape) => {
    const box = { width: 370, height: 270, feather: 6 };
    const mask = { shape, ...(shape === 'image' || shape === 'text' ? {} : box), ...contents[shape] };
    const commands = [photo('mountains'), { op: 'setMask', clipId: 'clip-1', mask }];
    return { family: 'mask', name: shape, description: '', commands, moments: [0.5] };
  });
}
