import { compose, fades, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Heights of the bars in pixels, resembling the level of a spoken sentence. */
const heights = [60, 120, 220, 160, 300, 200, 90, 180, 340, 240, 130, 280, 190, 80, 230, 310, 150, 100, 60];

/** Template of a podcast episode: cover, title and moving bars. */
export const audiogram = defineTemplate({
  id: 'audiogram',
  name: 'Podcast audiogram',
  about: 'A cover, the title of an episode and moving bars, to lay a voice under: 10 s',
  aspectRatio: '1:1',
  seconds: 10,
  posterSec: 6,
  variables: {
    cover: { type: 'image', label: 'Cover', initial: 'ocean.webp' },
    show: { type: 'text', label: 'Podcast', initial: 'Open Water' },
    episode: { type: 'text', label: 'Episode', initial: 'How to listen to the sea' },
    ground: { type: 'color', label: 'Ground', initial: '#10131a' },
    accent: { type: 'color', label: 'Accent colour', initial: '#4cc9f0' },
  },
  commands({ cover, show, episode, ground, accent }) {
    const film = compose('1:1', ground);
    const image = film.picture(cover, { start: 0, duration: 10, y: -200, scale: 0.44 }, 'cover');
    film.add('setMask', { clipId: image, mask: { shape: 'rounded-rectangle', cornerRadius: 96 } });
    film.motion(image, 'pop-in');
    film.text(
      show,
      { start: 0.3, duration: 9.7, y: 110 },
      { fontSize: 40, fontWeight: 700, color: accent, letterSpacing: 2, width: 900, maxLines: 1, ...fades },
    );
    film.text(
      episode,
      { start: 0.6, duration: 9.4, y: 200 },
      { fontFamily: 'Montserrat', fontSize: 72, fontWeight: 800, width: 940, maxLines: 1, ...risesByWord },
    );
    for (const [index, height] of heights.entries()) {
      const bar = film.shape(
        'rounded-rectangle',
        { start: 0, duration: 10, x: (index - (heights.length - 1) / 2) * 46, y: 400 },
        { width: 22, height: height * 0.6, cornerRadius: 11, fill: accent },
      );
      film.motion(bar, 'pulse', { duration: 0.4 + (index % 5) * 0.12, intensity: 2.5 });
    }
    return film.commands;
  },
});
