import { compose, onFrame, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of three moving images with transitions, under a title. */
export const slideshow = defineTemplate({
  id: 'slideshow',
  name: 'Slideshow',
  about: 'Three pictures that move and change into each other, under a title: 12 s',
  aspectRatio: '16:9',
  seconds: 12,
  posterSec: 1.8,
  variables: {
    first: { type: 'image', label: 'First picture', initial: 'mountains.webp' },
    second: { type: 'image', label: 'Second picture', initial: 'ocean.webp' },
    third: { type: 'image', label: 'Third picture', initial: 'upright.webp' },
    title: { type: 'text', label: 'Title', initial: 'Three days outside' },
    ending: { type: 'text', label: 'Last words', initial: 'See you next summer' },
  },
  commands({ first, second, third, title, ending }) {
    const film = compose('16:9', '#101820');
    const opening = film.photo(first, 0, 4);
    film.motion(opening, 'ken-burns-in');
    film.add('applyFilter', { clipId: opening, preset: 'golden-hour', intensity: 0.6 });
    film.motion(film.photo(second, 4, 4, { transition: { type: 'dissolve', duration: 1 } }), 'pan-left');
    film.photo(third, 8, 4, { fit: 'contain-blur', transition: { type: 'wipe', duration: 1 } });
    const style = { fontFamily: 'Montserrat', fontSize: 120, fontWeight: 800, width: 1600, maxLines: 2, ...onFrame };
    film.text(title, { start: 0.5, duration: 3.2 }, { ...style, ...risesByWord });
    film.text(ending, { start: 8.8, duration: 3.2, y: 360 }, { ...style, fontSize: 84, ...risesByWord });
    return film.commands;
  },
});
