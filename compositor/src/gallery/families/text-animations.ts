import { VOCABULARY } from '@framemill/timeline';
import { type Exhibit, photo } from '../exhibit.ts';

/** Returns an exhibit for each text animation, at an early, a middle and a late moment of its entrance. */
export function textAnimationExhibits(): Exhibit[] {
  return VOCABULARY.textAnimation.map((name) => {
    const text = name === 'counter' ? '1250' : 'Wind and water';
    const style = { fontSize: 72, fontWeight: 700, color: '#ffffff', activeColor: '#ffd166' };
    return {
      family: 'text',
      name,
      description: '',
      commands: [
        photo('mountains'),
        { op: 'addTextClip', text, start: 0, duration: 2, style },
        {
          op: 'setTextAnimation',
          clipId: 'clip-2',
          name,
          phase: 'in',
          unit: 'character',
          duration: 0.4,
          stagger: 0.05,
        },
      ],
      moments: [0.2, 0.5, 0.8],
    };
  });
}
