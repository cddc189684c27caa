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

/** Template of a product image with the product's name, price and one line of description. */
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

/** Template of the end of a video: thanks, an address, and two frames for other videos. */
export const endCard = defineTemplate({
  id: 'end-card',
  name: 'End card',
  about: 'The last seconds of a film: thanks, an address and room for two other films: 8 s',
  aspectRatio: '16:9',
  seconds: 8,
  posterSec: 5,
  variables: {
    photo: { type: 'image', label: 'Picture behind', initial: 'ocean.webp' },
    thanks: { type: 'text', label: 'Thanks', initial: 'Thanks for watching' },
    address: { type: 'text', label: 'Address', initial: 'example.org' },
    left: { type: 'text', label: 'Left film', initial: 'Next: the north face' },
    right: { type: 'text', label: 'Right film', initial: 'How we filmed it' },
    accent: { type: 'color', label: 'Accent colour', initial: '#ffd166' },
  },
  commands({ photo, thanks, address, left, right, accent }) {
    const film = compose('16:9', '#0b1420');
    const image = film.photo(photo, 0, 8);
    film.add('addEffect', { clipId: image, type: 'blur', params: { radius: 24 } });
    film.add('setColorGrade', { clipId: image, grade: { exposure: -1.1 } });
    film.text(
      thanks,
      { start: 0.3, duration: 7.7, y: -370 },
      { fontFamily: 'Montserrat', fontSize: 104, fontWeight: 800, width: 1700, maxLines: 1, ...onFrame, ...fades },
    );
    film.text(
      address,
      { start: 0.7, duration: 7.3, y: -240 },
      { fontSize: 52, fontWeight: 600, color: accent, width: 1700, maxLines: 1, ...fades },
    );
    for (const [index, words] of [left, right].entries()) {
      const x = index === 0 ? -430 : 430;
      const frame = film.shape(
        'rounded-rectangle',
        { start: 1 + index * 0.3, duration: 7 - index * 0.3, x, y: 100 },
        { width: 760, height: 428, cornerRadius: 28, fill: '#ffffff22', stroke: accent, strokeWidth: 6 },
      );
      film.motion(frame, 'pop-in');
      film.text(
        words,
        { start: 1.3 + index * 0.3, duration: 6.7 - index * 0.3, x, y: 370 },
        { fontSize: 44, fontWeight: 600, width: 760, maxLines: 1, ...fades },
      );
    }
    return film.commands;
  },
});
