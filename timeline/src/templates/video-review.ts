import { compose, fades, onFrame, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of a customer's video between a title and an end card. The length follows the video that is filled in. */
export const videoReview = defineTemplate({
  id: 'video-review',
  name: 'Video review',
  about: 'A customer on video with a name, between a title and an end card; as long as the video put in: 9 s',
  aspectRatio: '16:9',
  seconds: 9,
  posterSec: 3.4,
  variables: {
    video: { type: 'video', label: 'Video', initial: 'footage.mp4' },
    headline: { type: 'text', label: 'Headline', initial: 'Three days above the clouds' },
    name: { type: 'text', label: 'Name', initial: 'Mara Lind' },
    role: { type: 'text', label: 'Who they are', initial: 'Guest in 2026' },
    closing: { type: 'text', label: 'Last words', initial: 'Your turn. Book a guide.' },
    ground: { type: 'color', label: 'Ground', initial: '#12222b' },
    accent: { type: 'color', label: 'Accent colour', initial: '#f2a65a' },
  },
  commands({ video, headline, name, role, closing, ground, accent }) {
    const film = compose('16:9', ground);
    const page = (start: number, duration: number) => {
      const style = { width: 1920, height: 1080, fill: ground };
      return film.add('addShapeClip', { kind: 'rectangle', start, duration, trackIndex: 0, style });
    };
    page(0, 1.6);
    const card = { fontFamily: 'Playfair Display', fontSize: 110, fontWeight: 700, color: '#ffffff', width: 1500 };
    film.text(headline, { start: 0, duration: 1.6 }, { ...card, maxLines: 3, ...risesByWord });
    page(6.6, 2.4);
    const clip = film.add('addClip', {
      ...{ type: 'video', src: video, start: 1.6, duration: 5, trackIndex: 0, fit: 'cover' },
      transition: { type: 'dissolve', duration: 0.4 },
    });
    // In the first half of the video: they keep their distance to its start, whatever its length.
    const bar = film.shape(
      'rectangle',
      { start: 2.1, duration: 1.9, x: -840, y: 372 },
      { width: 12, height: 150, fill: accent },
    );
    film.motion(bar, 'pop-in', { duration: 0.4 });
    const named = { width: 900, maxLines: 1, align: 'left', ...onFrame, ...fades };
    film.text(
      name,
      { start: 2.2, duration: 1.8, x: -360, y: 340 },
      { fontSize: 72, fontWeight: 800, color: '#ffffff', ...named },
    );
    film.text(role, { start: 2.3, duration: 1.7, x: -360, y: 416 }, { fontSize: 44, color: '#ffffff', ...named });
    film.text(closing, { start: 6.6, duration: 2.4, y: -20 }, { ...card, fontSize: 96, maxLines: 2, ...risesByWord });
    const line = film.shape(
      'rectangle',
      { start: 6.8, duration: 2.2, y: 150 },
      { width: 260, height: 10, fill: accent },
    );
    film.motion(line, 'pop-in', { duration: 0.5 });
    // Later clips were placed for 5 s of video; the video's own length moves them.
    film.add('trimClip', { clipId: clip, duration: 'media' });
    return film.commands;
  },
});
