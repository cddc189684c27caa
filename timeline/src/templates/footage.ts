import { compose, fades, onFrame, risesByWord } from './composer.ts';
import { defineTemplate } from './define-template.ts';

/** Template of three still images with transitions, under a title. The first is zoomed and the second is panned. */
export const slideshow = defineTemplate({
  id: 'slideshow',
  name: 'Slideshow',
  about: 'Three pictures that move and change into each other, under a title: 12 s',
  aspectRatio: '16:9',
  seconds: 12,
  posterSec: 1.8,
  variables: {
    first: { type: 'image', label: 'First picture', initial: 'mountains.webp' },
    second: { type: 'image', label: 'Second picture', initial: 'ocean.webp' },
    third: { type: 'image', label: 'Third picture', initial: 'upright.webp' },
    title: { type: 'text', label: 'Title', initial: 'Three days outside' },
    ending: { type: 'text', label: 'Last words', initial: 'See you next summer' },
  },
  commands({ first, second, third, title, ending }) {
    const film = compose('16:9', '#101820');
    const opening = film.photo(first, 0, 4);
    film.motion(opening, 'ken-burns-in');
    film.add('applyFilter', { clipId: opening, preset: 'golden-hour', intensity: 0.6 });
    film.motion(film.photo(second, 4, 4, { transition: { type: 'dissolve', duration: 1 } }), 'pan-left');
    film.photo(third, 8, 4, { fit: 'contain-blur', transition: { type: 'wipe', duration: 1 } });
    const style = { fontFamily: 'Montserrat', fontSize: 120, fontWeight: 800, width: 1600, maxLines: 2, ...onFrame };
    film.text(title, { start: 0.5, duration: 3.2 }, { ...style, ...risesByWord });
    film.text(ending, { start: 8.8, duration: 3.2, y: 360 }, { ...style, fontSize: 84, ...risesByWord });
    return film.commands;
  },
});

/** Seconds between the starts of two words. */
const secondsPerWord = 0.38;

/** Template of an image with captions. The words are highlighted one by one, 0.38 s each, or less in long texts. */
export const captions = defineTemplate({
  id: 'captions',
  name: 'Captions word by word',
  about: 'A picture under captions whose spoken word lights up: 9 s',
  aspectRatio: '9:16',
  seconds: 9,
  posterSec: 2,
  variables: {
    photo: { type: 'image', label: 'Picture', initial: 'upright.webp' },
    words: {
      ...{ type: 'text', label: 'What is said' },
      initial: 'Every morning the clouds fill the valley. Only the highest peaks stay in the light.',
    },
    accent: { type: 'color', label: 'Colour of the spoken word', initial: '#ffd60a' },
  },
  commands({ photo, words, accent }) {
    const film = compose('9:16', '#0b1420');
    const image = film.photo(photo, 0, 9);
    film.motion(image, 'ken-burns-in');
    film.add('setColorGrade', { clipId: image, grade: { exposure: -0.5 } });
    const spoken = words.split(/\s+/).filter(Boolean).slice(0, 200);
    const step = Math.min(secondsPerWord, 8 / Math.max(1, spoken.length));
    film.add('addCaptions', {
      captionStyle: 'highlight',
      style: {
        fontFamily: 'Montserrat',
        fontSize: 84,
        fontWeight: 800,
        strokeWidth: 0,
        shadow: { y: 4, blur: 24, color: '#000000', opacity: 0.6 },
        activeColor: '#101820',
        activeBackground: accent,
      },
      words: spoken.map((text, index) => ({ text, start: 0.5 + index * step, end: 0.5 + (index + 1) * step })),
    });
    return film.commands;
  },
});

/** Heights of the audiogram's bars in pixels, which resemble the level of a spoken sentence. */
const barHeights = [60, 120, 220, 160, 300, 200, 90, 180, 340, 240, 130, 280, 190, 80, 230, 310, 150, 100, 60];

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
    for (const [index, height] of barHeights.entries()) {
      const bar = film.shape(
        'rounded-rectangle',
        { start: 0, duration: 10, x: (index - (barHeights.length - 1) / 2) * 46, y: 400 },
        { width: 22, height: height * 0.6, cornerRadius: 11, fill: accent },
      );
      film.motion(bar, 'pulse', { duration: 0.4 + (index % 5) * 0.12, intensity: 2.5 });
    }
    return film.commands;
  },
});

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

/** Template of two images: a wipe reveals the second one over the first. */
export const beforeAfter = defineTemplate({
  id: 'before-after',
  name: 'Before and after',
  about: 'A picture that an edge wipes over with another one, each with its name: 8 s',
  aspectRatio: '1:1',
  seconds: 8,
  posterSec: 4.2,
  variables: {
    before: { type: 'image', label: 'Before', initial: 'mountains.webp' },
    after: { type: 'image', label: 'After', initial: 'ocean.webp' },
    beforeLabel: { type: 'text', label: 'Name of the first', initial: 'Before' },
    afterLabel: { type: 'text', label: 'Name of the second', initial: 'After' },
    accent: { type: 'color', label: 'Accent colour', initial: '#ffffff' },
  },
  commands({ before, after, beforeLabel, afterLabel, accent }) {
    const film = compose('1:1', '#101820');
    film.photo(before, 0, 3.5);
    film.photo(after, 3.5, 4.5, { transition: { type: 'wipe', direction: 'right', duration: 1.6 } });
    const label = {
      ...{ fontSize: 56, fontWeight: 700, color: '#101820', maxLines: 1, width: 320 },
      background: { color: accent, opacity: 0.92, paddingX: 36, paddingY: 18, radius: 40 },
      ...fades,
    };
    film.text(beforeLabel, { start: 0.3, duration: 2.4, x: -280, y: 420 }, label);
    film.text(afterLabel, { start: 5, duration: 3, x: 280, y: 420 }, label);
    return film.commands;
  },
});
