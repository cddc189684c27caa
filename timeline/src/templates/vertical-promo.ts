import { compose, fades, onFrame, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of a vertical promo: two images, a headline, and an offer on a button. */
export const verticalPromo = defineTemplate({
  id: 'vertical-promo',
  name: 'Vertical promo',
  about: 'Two pictures, a headline and an offer for stories and reels: 8 s',
  aspectRatio: '9:16',
  seconds: 8,
  posterSec: 6,
  variables: {
    first: { type: 'image', label: 'First picture', initial: 'upright.webp' },
    second: { type: 'image', label: 'Second picture', initial: 'mountains.webp' },
    headline: { type: 'text', label: 'Headline', initial: 'Above the clouds' },
    offer: { type: 'text', label: 'Offer', initial: 'Guided sunrise walks' },
    action: { type: 'text', label: 'Call to action', initial: 'Book your place' },
    accent: { type: 'color', label: 'Accent colour', initial: '#ffb765' },
  },
  commands({ first, second, headline, offer, action, accent }) {
    const film = compose('9:16', '#0b1420');
    film.motion(film.photo(first, 0, 4.4), 'ken-burns-in');
    film.motion(film.photo(second, 4.4, 3.6, { transition: { type: 'dissolve', duration: 0.8 } }), 'ken-burns-out');
    film.shape(
      'rectangle',
      { start: 0, duration: 8, y: 480 },
      {
        width: 1080,
        height: 960,
        fill: {
          type: 'linear',
          angle: 180,
          stops: [
            { offset: 0, color: '#0b142000' },
            { offset: 1, color: '#0b1420e6' },
          ],
        },
      },
    );
    film.text(
      headline,
      { start: 0.4, duration: 7.6, y: -560 },
      {
        ...{ fontFamily: 'Montserrat', fontSize: 132, fontWeight: 800, lineHeight: 1.05, width: 920, maxLines: 3 },
        ...onFrame,
        ...risesByWord,
      },
    );
    film.text(
      offer,
      { start: 1.2, duration: 6.8, y: 470 },
      { fontFamily: 'Inter', fontSize: 64, fontWeight: 600, width: 900, maxLines: 2, ...onFrame, ...fades },
    );
    const button = film.shape(
      'rounded-rectangle',
      { start: 2, duration: 6, y: 660 },
      { width: 640, height: 128, cornerRadius: 64, fill: accent },
    );
    film.motion(button, 'pop-in');
    film.text(
      action,
      { start: 2.3, duration: 5.7, y: 660 },
      { fontSize: 48, fontWeight: 700, color: '#101820', width: 560, maxLines: 1, ...fades },
    );
    return film.commands;
  },
});
