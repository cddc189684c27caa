import { compose, fades, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Height of the highest bar in pixels. */
const tallest = 560;

/** Distance of the axis below the middle of the canvas, in pixels. */
const axis = 330;

/**
 * Template of a bar chart with four growing bars. Values are percent of the highest bar, 0-100; a value that is not a
 * number counts as 0.
 */
export const chart = defineTemplate({
  id: 'chart',
  name: 'Bar chart',
  about: 'A title and four bars that grow, with their names and values: 7 s',
  aspectRatio: '16:9',
  seconds: 7,
  posterSec: 5,
  variables: {
    title: { type: 'text', label: 'Title', initial: 'Renders a day' },
    names: { type: 'text', label: 'Names, with commas between', initial: 'Mon, Tue, Wed, Thu' },
    values: { type: 'text', label: 'Values from 0 to 100, with commas between', initial: '35, 52, 78, 100' },
    ground: { type: 'color', label: 'Ground', initial: '#0d1b2a' },
    accent: { type: 'color', label: 'Colour of the bars', initial: '#06d6a0' },
  },
  commands({ title, names, values, ground, accent }) {
    const film = compose('16:9', ground);
    film.text(
      title,
      { start: 0.1, duration: 6.9, y: -400 },
      { fontFamily: 'Montserrat', fontSize: 96, fontWeight: 800, width: 1700, maxLines: 1, ...risesByWord },
    );
    const labels = names.split(',').map((name) => name.trim());
    const bars = values
      .split(',')
      .slice(0, 4)
      .map((text, index) => {
        const value = Math.min(100, Math.max(0, Number(text) || 0));
        const height = Math.max(4, (tallest * value) / 100);
        return {
          value: text.trim(),
          label: labels[index] ?? '',
          height,
          x: (index - 1.5) * 360,
          start: 0.4 + index * 0.25,
        };
      });
    for (const { x, start, height } of bars) {
      const bar = film.shape(
        'rectangle',
        { start, duration: 7 - start, x, y: axis - height / 2 },
        { width: 200, height, fill: accent },
      );
      film.motion(bar, 'slide-in-up', { duration: 0.7 });
    }
    // A shape in the background colour hides the bars below the axis, from where they rise.
    film.shape('rectangle', { start: 0, duration: 7, y: axis + 105 }, { width: 1920, height: 210, fill: ground });
    film.shape('rectangle', { start: 0, duration: 7, y: axis + 2 }, { width: 1500, height: 4, fill: '#ffffff66' });
    for (const { x, start, height, value, label } of bars) {
      film.text(
        value,
        { start: start + 0.5, duration: 6.5 - start, x, y: axis - height - 50 },
        { fontSize: 56, fontWeight: 700, width: 320, maxLines: 1, ...fades },
      );
      film.text(
        label,
        { start, duration: 7 - start, x, y: axis + 70 },
        { fontSize: 48, color: '#c9d6df', width: 340, maxLines: 1, ...fades },
      );
    }
    return film.commands;
  },
});
