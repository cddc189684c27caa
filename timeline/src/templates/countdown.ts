import { compose, fades } from './composer.ts';
import { defineTemplate } from './define-template.ts';

const from = 5;

/** Template of a countdown: five seconds in a ring, then a final word. */
export const countdown = defineTemplate({
  id: 'countdown',
  name: 'Countdown',
  about: 'Five seconds counted down in a ring, then a word: 7 s',
  aspectRatio: '16:9',
  seconds: from + 2,
  posterSec: 2.5,
  variables: {
    title: { type: 'text', label: 'Above the number', initial: 'WE START IN' },
    ending: { type: 'text', label: 'The word at the end', initial: 'GO!' },
    ground: { type: 'color', label: 'Ground', initial: '#0f0e17' },
    accent: { type: 'color', label: 'Accent colour', initial: '#ff8906' },
  },
  commands({ title, ending, ground, accent }) {
    const film = compose('16:9', ground);
    film.text(
      title,
      { start: 0, duration: from, y: -400 },
      { fontSize: 56, fontWeight: 700, letterSpacing: 12, color: '#fffffe', width: 1600, maxLines: 1, ...fades },
    );
    for (let second = 0; second < from; second++) {
      const ring = film.shape(
        'arc',
        { start: second, duration: 1, y: 40 },
        {
          ...{ width: 620, height: 620, stroke: accent, strokeWidth: 28 },
          startAngle: 0,
          sweep: (360 * (from - second)) / from,
        },
      );
      film.motion(ring, 'zoom-in', { duration: 0.25, intensity: 0.4 });
      const number = film.text(
        String(from - second),
        { start: second, duration: 1, y: 40 },
        { fontFamily: 'Bebas Neue', fontSize: 420, color: '#fffffe' },
      );
      film.motion(number, 'pop-in', { duration: 0.3 });
    }
    const burst = film.shape(
      'burst',
      { start: from, duration: 2 },
      { width: 1000, height: 1000, points: 24, innerRatio: 0.8, fill: accent },
    );
    film.motion(burst, 'spin-in', { duration: 0.5 });
    const word = film.text(
      ending,
      { start: from, duration: 2 },
      { fontFamily: 'Anton', fontSize: 300, color: ground, width: 800, maxLines: 1 },
    );
    film.motion(word, 'pop-in', { duration: 0.4 });
    return film.commands;
  },
});
