import { compose, fades, risesByWord } from './composer.ts';
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

const countFrom = 5;

/** Template of a countdown: five seconds in a ring, then a final word. */
export const countdown = defineTemplate({
  id: 'countdown',
  name: 'Countdown',
  about: 'Five seconds counted down in a ring, then a word: 7 s',
  aspectRatio: '16:9',
  seconds: countFrom + 2,
  posterSec: 2.5,
  variables: {
    title: { type: 'text', label: 'Above the number', initial: 'WE START IN' },
    ending: { type: 'text', label: 'The word at the end', initial: 'GO!' },
    ground: { type: 'color', label: 'Ground', initial: '#0f0e17' },
    accent: { type: 'color', label: 'Accent colour', initial: '#ff8906' },
  },
  commands({ title, ending, ground, accent }) {
    const film = compose('16:9', ground);
    film.text(
      title,
      { start: 0, duration: countFrom, y: -400 },
      { fontSize: 56, fontWeight: 700, letterSpacing: 12, color: '#fffffe', width: 1600, maxLines: 1, ...fades },
    );
    for (let second = 0; second < countFrom; second++) {
      const ring = film.shape(
        'arc',
        { start: second, duration: 1, y: 40 },
        {
          ...{ width: 620, height: 620, stroke: accent, strokeWidth: 28 },
          startAngle: 0,
          sweep: (360 * (countFrom - second)) / countFrom,
        },
      );
      film.motion(ring, 'zoom-in', { duration: 0.25, intensity: 0.4 });
      const number = film.text(
        String(countFrom - second),
        { start: second, duration: 1, y: 40 },
        { fontFamily: 'Bebas Neue', fontSize: 420, color: '#fffffe' },
      );
      film.motion(number, 'pop-in', { duration: 0.3 });
    }
    const burst = film.shape(
      'burst',
      { start: countFrom, duration: 2 },
      { width: 1000, height: 1000, points: 24, innerRatio: 0.8, fill: accent },
    );
    film.motion(burst, 'spin-in', { duration: 0.5 });
    const word = film.text(
      ending,
      { start: countFrom, duration: 2 },
      { fontFamily: 'Anton', fontSize: 300, color: ground, width: 800, maxLines: 1 },
    );
    film.motion(word, 'pop-in', { duration: 0.4 });
    return film.commands;
  },
});

/** Height of the highest bar in pixels. */
const tallestBar = 560;

/** Distance of the axis below the middle of the canvas, in pixels. */
const barAxis = 330;

/**
 * Template of a bar chart with four growing bars. Values are percentages of the greatest possible height, 0-100; a
 * value that is not a number counts as 0.
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
        const height = Math.max(4, (tallestBar * value) / 100);
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
        { start, duration: 7 - start, x, y: barAxis - height / 2 },
        { width: 200, height, fill: accent },
      );
      film.motion(bar, 'slide-in-up', { duration: 0.7 });
    }
    // A shape in the background colour hides the bars below the axis, from where they rise.
    film.shape('rectangle', { start: 0, duration: 7, y: barAxis + 105 }, { width: 1920, height: 210, fill: ground });
    film.shape('rectangle', { start: 0, duration: 7, y: barAxis + 2 }, { width: 1500, height: 4, fill: '#ffffff66' });
    for (const { x, start, height, value, label } of bars) {
      film.text(
        value,
        { start: start + 0.5, duration: 6.5 - start, x, y: barAxis - height - 50 },
        { fontSize: 56, fontWeight: 700, width: 320, maxLines: 1, ...fades },
      );
      film.text(
        label,
        { start, duration: 7 - start, x, y: barAxis + 70 },
        { fontSize: 48, color: '#c9d6df', width: 340, maxLines: 1, ...fades },
      );
    }
    return film.commands;
  },
});
