import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

const words = ['Every', 'word', 'counts'].map((text, index) => ({ text, start: index * 0.6, end: index * 0.6 + 0.5 }));

/** Returns an exhibit for each caption style, while the first, second and third word are active. */
export function captionExhibits(): Exhibit[] {
  return VOCABULARY.captionStyle.map((captionStyle) => ({
    family: 'caption',
    name: captionStyle,
    description: '',
    commands: [
      photo('mountains'),
      { op: 'addCaptions', words, captionStyle, style: { fontSize: 44, fontWeight: 700 } },
    ],
    moments: [0.2, 0.8, 1.4],
  }));
}
