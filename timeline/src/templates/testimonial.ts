import { compose, fades, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of a customer's testimonial with five stars, portrait and name. */
export const testimonial = defineTemplate({
  id: 'testimonial',
  name: 'Testimonial',
  about: 'What a customer says, with five stars, a portrait and a name: 9 s',
  aspectRatio: '9:16',
  seconds: 9,
  posterSec: 6,
  variables: {
    portrait: { type: 'image', label: 'Portrait', initial: 'mountains.webp' },
    words: {
      type: 'text',
      label: 'What they say',
      initial: 'We planned one day and stayed for a week. Best guides in the valley.',
    },
    name: { type: 'text', label: 'Name', initial: 'Mara Lind' },
    role: { type: 'text', label: 'Who they are', initial: 'Guest in 2026' },
    ground: { type: 'color', label: 'Ground', initial: '#fefae0' },
    accent: { type: 'color', label: 'Accent colour', initial: '#bc6c25' },
  },
  commands({ portrait, words, name, role, ground, accent }) {
    const film = compose('9:16', ground);
    const image = film.picture(portrait, { start: 0, duration: 9, y: -560, scale: 0.42 }, 'cover');
    film.add('setMask', { clipId: image, mask: { shape: 'circle', width: 1080, height: 1080 } });
    film.motion(image, 'pop-in');
    for (let star = 0; star < 5; star++) {
      const shape = film.shape(
        'star',
        { start: 0.6 + star * 0.15, duration: 8.4 - star * 0.15, x: (star - 2) * 110, y: -220 },
        { width: 90, height: 90, points: 5, innerRatio: 0.45, fill: accent },
      );
      film.motion(shape, 'pop-in', { duration: 0.4 });
    }
    film.text(
      words,
      { start: 1.4, duration: 7.6, y: 140 },
      { fontFamily: 'Lora', fontSize: 76, lineHeight: 1.3, color: '#283618', width: 900, maxLines: 6, ...risesByWord },
    );
    film.text(
      name,
      { start: 2.4, duration: 6.6, y: 560 },
      { fontSize: 56, fontWeight: 800, color: '#283618', width: 900, maxLines: 1, ...fades },
    );
    film.text(
      role,
      { start: 2.6, duration: 6.4, y: 640 },
      { fontSize: 42, color: accent, width: 900, maxLines: 1, ...fades },
    );
    return film.commands;
  },
});
