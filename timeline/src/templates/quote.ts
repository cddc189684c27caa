import { compose, fades } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of a quote that appears word by word, with its author. */
export const quote = defineTemplate({
  id: 'quote',
  name: 'Quote',
  about: 'A sentence word by word, and who said it: 8 s',
  aspectRatio: '1:1',
  seconds: 8,
  posterSec: 6,
  variables: {
    words: { type: 'text', label: 'Quote', initial: 'Make it simple. Then make it move.' },
    author: { type: 'text', label: 'Who said it', initial: 'A film editor' },
    from: { type: 'color', label: 'Upper colour', initial: '#22223b' },
    to: { type: 'color', label: 'Lower colour', initial: '#4a4e69' },
    accent: { type: 'color', label: 'Accent colour', initial: '#f2e9e4' },
  },
  commands({ words, author, from, to, accent }) {
    const film = compose('1:1', from);
    film.add('addBackground', {
      gradient: {
        ...{ type: 'linear', angle: 160 },
        stops: [
          { offset: 0, color: from },
          { offset: 1, color: to },
        ],
      },
      ...{ start: 0, duration: 8 },
    });
    const mark = film.text(
      '“',
      { start: 0, duration: 8, x: -290, y: -250 },
      { fontFamily: 'Playfair Display', fontSize: 360, color: accent, ...fades },
    );
    film.motion(mark, 'float');
    film.text(
      words,
      { start: 0.5, duration: 7.5, y: -20 },
      {
        ...{ fontFamily: 'Lora', fontSize: 84, lineHeight: 1.3, color: '#ffffff', width: 840, maxLines: 6 },
        animation: {
          in: { name: 'blur', unit: 'word', duration: 0.6, stagger: 0.22 },
          out: { name: 'fade', duration: 0.4 },
        },
      },
    );
    const line = film.shape('rectangle', { start: 3, duration: 5, y: 330 }, { width: 160, height: 6, fill: accent });
    film.motion(line, 'fade-in');
    film.text(
      author,
      { start: 3.3, duration: 4.7, y: 400 },
      { fontSize: 44, fontWeight: 600, color: accent, width: 840, maxLines: 1, ...fades },
    );
    return film.commands;
  },
});
