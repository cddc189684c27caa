import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** What a shape cannot be drawn without. Pixels of the 640 by 360 photograph as it stands on the canvas. */
const contents: Record<string, object> = {
  linear: { rotation: -20, feather: 10 },
  mirror: { width: 90, rotation: 20 },
  polygon: {
    points: [
      [-80, -30],
      [0, -50],
      [80, -20],
      [40, 45],
      [-60, 40],
    ],
  },
  path: { d: 'M0 -45C60 -45 80 45 0 45C-80 45 -60 -45 0 -45Z' },
  text: { text: 'Mill', fontSize: 70 },
  image: { src: 'ocean', channel: 'luma' },
};

/** Every shape of mask, over plain colour. */
export function maskExhibits(): Exhibit[] {
  return VOCABULARY.maskShape.map((shape) => {
    const box = { width: 110, height: 80, feather: 2 };
    const mask = { shape, ...(shape === 'image' || shape === 'text' ? {} : box), ...contents[shape] };
    const commands = [photo('mountains'), { op: 'setMask', clipId: 'clip-1', mask }];
    return { family: 'mask', name: shape, description: '', commands, moments: [0.5] };
  });
}
