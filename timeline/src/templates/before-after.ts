import { compose, fades } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of two images: a wipe reveals the second one over the first. */
export const beforeAfter = defineTemplate({
  id: 'before-after',
  name: 'Before and after',
  about: 'A picture that an edge wipes over with another one, each with its name: 8 s',
  aspectRatio: '1:1',
  seconds: 8,
  posterSec: 4.2,
  variables: {
    before: { type: 'image', label: 'Before', initial: 'mountains.webp' },
    after: { type: 'image', label: 'After', initial: 'ocean.webp' },
    beforeLabel: { type: 'text', label: 'Name of the first', initial: 'Before' },
    afterLabel: { type: 'text', label: 'Name of the second', initial: 'After' },
    accent: { type: 'color', label: 'Accent colour', initial: '#ffffff' },
  },
  commands({ before, after, beforeLabel, afterLabel, accent }) {
    const film = compose('1:1', '#101820');
    film.photo(before, 0, 3.5);
    film.photo(after, 3.5, 4.5, { transition: { type: 'wipe', direction: 'right', duration: 1.6 } });
    const label = {
      ...{ fontSize: 56, fontWeight: 700, color: '#101820', maxLines: 1, width: 320 },
      background: { color: accent, opacity: 0.92, paddingX: 36, paddingY: 18, radius: 40 },
      ...fades,
    };
    film.text(beforeLabel, { start: 0.3, duration: 2.4, x: -280, y: 420 }, label);
    film.text(afterLabel, { start: 5, duration: 3, x: 280, y: 420 }, label);
    return film.commands;
  },
});
