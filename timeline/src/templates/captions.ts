import { compose } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Seconds between the starts of two words. */
const pace = 0.38;

/** Template of an image with captions, word by word, spread evenly over the video. */
export const captions = defineTemplate({
  id: 'captions',
  name: 'Captions word by word',
  about: 'A picture under captions whose spoken word lights up: 9 s',
  aspectRatio: '9:16',
  seconds: 9,
  posterSec: 2,
  variables: {
    photo: { type: 'image', label: 'Picture', initial: 'upright.webp' },
    words: {
      ...{ type: 'text', label: 'What is said' },
      initial: 'Every morning the clouds fill the valley. Only the highest peaks stay in the light.',
    },
    accent: { type: 'color', label: 'Colour of the spoken word', initial: '#ffd60a' },
  },
  commands({ photo, words, accent }) {
    const film = compose('9:16', '#0b1420');
    const image = film.photo(photo, 0, 9);
    film.motion(image, 'ken-burns-in');
    film.add('setColorGrade', { clipId: image, grade: { exposure: -0.5 } });
    const spoken = words.split(/\s+/).filter(Boolean).slice(0, 200);
    const step = Math.min(pace, 8 / Math.max(1, spoken.length));
    film.add('addCaptions', {
      captionStyle: 'highlight',
      style: {
        fontFamily: 'Montserrat',
        fontSize: 84,
        fontWeight: 800,
        strokeWidth: 0,
        shadow: { y: 4, blur: 24, color: '#000000', opacity: 0.6 },
        activeColor: '#101820',
        activeBackground: accent,
      },
      words: spoken.map((text, index) => ({ text, start: 0.5 + index * step, end: 0.5 + (index + 1) * step })),
    });
    return film.commands;
  },
});
