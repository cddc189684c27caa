// The film of scene S5 for pages: what is where at a second. Both peers draw by it. A classic script: a page has it
// before it starts, and a bundler can import it. It reads globalThis.film (film.js), which the benchmark writes from
// the scene itself.
{
  const { shapes, words, period, textSec, canvas, text } = globalThis.film;
  const size = 360;
  const share = (seconds, of) => Math.min(1, Math.max(0, seconds / of));

  /** Points of a polygon, corner by corner from the top; every other corner at `inner` of the radius. */
  const corners = (count, inner = 1) =>
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / count - Math.PI / 2;
      const radius = (i % 2 === 0 ? 1 : inner) * (size / 2);
      return `${size / 2 + radius * Math.cos(angle)},${size / 2 + radius * Math.sin(angle)}`;
    }).join(' ');

  const outlines = {
    circle: `<circle cx="180" cy="180" r="180"/>`,
    star: `<polygon points="${corners(10, 0.4)}"/>`,
    hexagon: `<polygon points="${corners(6)}"/>`,
    'rounded-rectangle': `<rect width="360" height="360" rx="90"/>`,
    heart: `<path d="M180 340C-60 180 0 20 100 20c40 0 66 24 80 52 14-28 40-52 80-52 100 0 160 160-80 320z"/>`,
    ring: `<path fill-rule="evenodd" d="M0 180a180 180 0 1 0 360 0a180 180 0 1 0-360 0z
      M72 180a108 108 0 1 0 216 0a108 108 0 1 0-216 0z"/>`,
  };

  /** What stands on the page all the time: a style and its contents for each shape, bottom first. */
  const still = shapes.map(({ kind, fill, blendMode, glow, shadow }) => ({
    svg: `<svg width="${size}" height="${size}" viewBox="0 0 ${size} ${size}" overflow="visible" fill="${fill}">
      ${outlines[kind]}</svg>`,
    blend: blendMode === 'add' ? 'plus-lighter' : blendMode,
    // No filter of CSS is a bloom: two shadows of the shape's own colour come near.
    filter: glow
      ? `drop-shadow(0 0 ${glow.radius}px ${fill}) drop-shadow(0 0 ${glow.radius}px ${fill})`
      : `drop-shadow(${shadow.x}px ${shadow.y}px ${shadow.blur / 2}px rgb(0 0 0 / ${shadow.opacity}))`,
  }));

  /** Where each shape is, as a CSS transform from the middle of the canvas. */
  const shapesAt = (seconds) =>
    shapes.map(({ from, to }, i) => {
      const phase = (seconds % period) / (period / 2);
      const way = phase < 1 ? phase : 2 - phase;
      const [x, y] = [0, 1].map((axis) => from[axis] + (to[axis] - from[axis]) * way);
      return `translate(${x}px, ${y}px) rotate(${(i % 2 === 0 ? 36 : -36) * seconds}deg)`;
    });

  const titles = Array.from({ length: canvas.seconds }, (_, start) => ({
    letters: [...words[start % words.length]],
    start,
    end: Math.min(canvas.seconds, start + textSec),
    y: start % 2 === 0 ? -150 : 150,
  }));

  /**
   * How each letter of each title looks: opacity, and how many ems it is below its place. Null: the title is not shown.
   */
  const titlesAt = (seconds) =>
    titles.map(({ letters, start, end }) => {
      if (seconds < start || seconds >= end) return null;
      const outSec = 0.4 + (letters.length - 1) * 0.03;
      return letters.map((_, i) => {
        const come = 1 - (1 - share(seconds - start - i * 0.05, 0.5)) ** 3;
        const gone = share(seconds - (end - outSec) - i * 0.03, 0.4);
        return { opacity: come * (1 - gone), below: (1 - come) * 0.7 };
      });
    });

  globalThis.motion = { size, still, shapesAt, titles, titlesAt, canvas, text };
}
