import { compose, fades, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of a product image with name, price and a line about it. */
export const product = defineTemplate({
  id: 'product',
  name: 'Product',
  about: 'A product picture beside its name, price and a line about it: 7 s',
  aspectRatio: '16:9',
  seconds: 7,
  posterSec: 5,
  variables: {
    photo: { type: 'image', label: 'Picture of the product', initial: 'upright.webp' },
    name: { type: 'text', label: 'Name', initial: 'Summit Jacket' },
    line: { type: 'text', label: 'One line about it', initial: 'Warm to minus twenty. Packs into its own pocket.' },
    price: { type: 'text', label: 'Price', initial: '€ 189' },
    ground: { type: 'color', label: 'Ground', initial: '#f3efe7' },
    accent: { type: 'color', label: 'Accent colour', initial: '#d1495b' },
  },
  commands({ photo, name, line, price, ground, accent }) {
    const film = compose('16:9', ground);
    const circle = film.shape('circle', { start: 0, duration: 7, x: -440 }, { width: 900, height: 900, fill: accent });
    film.motion(circle, 'pop-in', { duration: 0.8 });
    const image = film.picture(photo, { start: 0.3, duration: 6.7, x: -440, scale: 0.72 }, 'contain');
    film.add('setMask', { clipId: image, mask: { shape: 'rounded-rectangle', cornerRadius: 48 } });
    film.motion(image, 'slide-in-up', { duration: 0.8 });
    film.text(
      name,
      { start: 0.8, duration: 6.2, x: 450, y: -190 },
      {
        ...{ fontFamily: 'Playfair Display', fontSize: 120, fontWeight: 700, lineHeight: 1.05, color: '#1d1d1f' },
        ...{ width: 820, maxLines: 2, align: 'left' },
        ...risesByWord,
      },
    );
    film.text(
      line,
      { start: 1.4, duration: 5.6, x: 450, y: 60 },
      { fontSize: 44, lineHeight: 1.35, color: '#4a4a4f', width: 820, maxLines: 3, align: 'left', ...fades },
    );
    const tag = film.shape(
      'rounded-rectangle',
      { start: 2, duration: 5, x: 200, y: 260 },
      { width: 320, height: 120, cornerRadius: 24, fill: accent },
    );
    film.motion(tag, 'pop-in');
    film.text(
      price,
      { start: 2.3, duration: 4.7, x: 200, y: 260 },
      { fontSize: 60, fontWeight: 800, color: '#ffffff', width: 280, maxLines: 1, ...fades },
    );
    return film.commands;
  },
});
