import { compose, fades, onFrame } from './composer.ts';
import { defineTemplate } from './define-template.ts';

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
