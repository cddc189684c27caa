import { compose, fades } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of an image with a headline bar, as in the news. */
export const news = defineTemplate({
  id: 'news',
  name: 'News lower third',
  about: 'A full picture under a headline bar with a label and a ticker line: 8 s',
  aspectRatio: '16:9',
  seconds: 8,
  posterSec: 5,
  variables: {
    photo: { type: 'image', label: 'Picture', initial: 'mountains.webp' },
    label: { type: 'text', label: 'Label', initial: 'WEATHER' },
    headline: { type: 'text', label: 'Headline', initial: 'First snow closes the high passes' },
    ticker: { type: 'text', label: 'Ticker', initial: 'Trains run every hour · Roads open again on Friday' },
    accent: { type: 'color', label: 'Accent colour', initial: '#d62828' },
  },
  commands({ photo, label, headline, ticker, accent }) {
    const film = compose('16:9', '#0b0d12');
    film.motion(film.photo(photo, 0, 8), 'ken-burns-in');
    const bar = film.shape(
      'rectangle',
      { start: 0.4, duration: 7.6, y: 330 },
      { width: 1720, height: 150, fill: '#ffffff' },
    );
    film.motion(bar, 'slide-in-left');
    const strip = film.shape(
      'rectangle',
      { start: 0.6, duration: 7.4, y: 438 },
      { width: 1720, height: 66, fill: '#14213d' },
    );
    film.motion(strip, 'slide-in-left');
    const tag = film.shape(
      'rectangle',
      { start: 0.8, duration: 7.2, x: -700, y: 222 },
      { width: 320, height: 66, fill: accent },
    );
    film.motion(tag, 'slide-in-up', { duration: 0.4 });
    film.text(
      label,
      { start: 1, duration: 7, x: -700, y: 222 },
      { fontSize: 36, fontWeight: 800, letterSpacing: 2, width: 280, maxLines: 1, ...fades },
    );
    film.text(
      headline,
      { start: 0.9, duration: 7.1, y: 330 },
      { fontSize: 76, fontWeight: 800, color: '#14213d', width: 1640, maxLines: 1, align: 'left', ...fades },
    );
    film.text(
      ticker,
      { start: 1.2, duration: 6.8, y: 438 },
      { fontSize: 34, fontWeight: 500, width: 1640, maxLines: 1, align: 'left', ...fades },
    );
    return film.commands;
  },
});
