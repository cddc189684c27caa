/** One command of a template. */
interface TemplateCommand {
  op: string;
  [field: string]: unknown;
}

/** A way to begin: a project's name, its commands, and what its sketch shows. */
export interface Template {
  name: string;
  /** What it is for, in a few words. */
  lead: string;
  /** Width to height. */
  aspect: readonly [number, number];
  /** Background and accent. */
  colors: readonly [string, string];
  /** Bars of the sketch, as parts of the picture's size. */
  lines: readonly { x: number; y: number; w: number; strong?: true }[];
  commands: readonly TemplateCommand[];
}

const rise = { in: { name: 'rise', unit: 'word', duration: 0.5, stagger: 0.08 }, out: { name: 'fade' } };
const fade = { in: { name: 'fade' }, out: { name: 'fade' } };

const settings = (aspectRatio: string, background: string) => ({ op: 'setProjectSettings', aspectRatio, background });
const gradient = (from: string, to: string, duration: number) => ({
  op: 'addBackground',
  gradient: {
    type: 'linear',
    angle: 135,
    stops: [
      { offset: 0, color: from },
      { offset: 1, color: to },
    ],
  },
  start: 0,
  duration,
});
const text = (
  words: string,
  [start, duration]: readonly [number, number],
  [x, y]: readonly [number, number],
  style: Record<string, unknown>,
) => ({
  ...{ op: 'addTextClip', text: words, start, duration, transform: { x, y } },
  style: { fontFamily: 'Inter', color: '#ffffff', fontWeight: 700, animation: fade, ...style },
});
const shape = (
  kind: string,
  [start, duration]: readonly [number, number],
  [x, y]: readonly [number, number],
  style: Record<string, unknown>,
) => ({
  ...{ op: 'addShapeClip', kind, start, duration, transform: { x, y }, style },
  transition: { type: 'dissolve', duration: 0.4 },
});

/** Every template, in the order of the row. */
export const templates: readonly Template[] = [
  {
    ...{ name: 'Title card', lead: 'Six seconds, 16:9', aspect: [16, 9], colors: ['#152238', '#ffb765'] },
    lines: [
      { x: 0.18, y: 0.4, w: 0.64, strong: true },
      { x: 0.32, y: 0.62, w: 0.36 },
    ],
    commands: [
      settings('16:9', '#101827'),
      gradient('#101827', '#2c3e63', 6),
      text('Your title', [0.4, 5.2], [0, -40], { fontSize: 170, animation: rise }),
      text('A line that says what it is about', [1.2, 4.2], [0, 120], {
        fontSize: 52,
        fontWeight: 400,
        color: '#c9d4ea',
      }),
      shape('rectangle', [0.8, 4.8], [0, 50], { fill: '#ffb765', width: 180, height: 8 }),
    ],
  },
  {
    ...{ name: 'Vertical story', lead: 'Three cards, 9:16', aspect: [9, 16], colors: ['#3b1d52', '#f2557a'] },
    lines: [
      { x: 0.15, y: 0.36, w: 0.7, strong: true },
      { x: 0.15, y: 0.46, w: 0.5, strong: true },
      { x: 0.15, y: 0.6, w: 0.6 },
    ],
    commands: [
      settings('9:16', '#1d1030'),
      gradient('#2a1446', '#7a2450', 9),
      text('Stop\nscrolling', [0.2, 2.6], [0, -100], { fontSize: 190, animation: rise }),
      text('This takes\nnine seconds', [3, 2.8], [0, -100], { fontSize: 150, animation: rise }),
      text('Follow\nfor more', [6, 2.8], [0, -100], { fontSize: 180, color: '#ffd3e0', animation: rise }),
      shape('circle', [6.2, 2.6], [0, 420], { fill: '#f2557a', width: 180, height: 180 }),
    ],
  },
  {
    ...{ name: 'Quote', lead: 'Eight seconds, 1:1', aspect: [1, 1], colors: ['#f4efe6', '#2b2b2b'] },
    lines: [
      { x: 0.14, y: 0.32, w: 0.72, strong: true },
      { x: 0.14, y: 0.46, w: 0.56, strong: true },
    ],
    commands: [
      settings('1:1', '#f4efe6'),
      text('“Simple things should be simple,\ncomplex things should be possible.”', [0.3, 7.4], [0, -60], {
        ...{
          fontFamily: 'Playfair Display',
          fontSize: 76,
          color: '#22201d',
          fontWeight: 600,
          width: 900,
          animation: rise,
        },
      }),
      text('Alan Kay', [1.6, 6.1], [0, 220], { fontSize: 44, color: '#8a5a22', fontWeight: 500 }),
      shape('rectangle', [1.4, 6.3], [0, 150], { fill: '#d9a860', width: 120, height: 5 }),
    ],
  },
  {
    ...{ name: 'Lower third', lead: 'For an interview', aspect: [16, 9], colors: ['#1a2b2a', '#58c9d0'] },
    lines: [
      { x: 0.08, y: 0.68, w: 0.4, strong: true },
      { x: 0.08, y: 0.82, w: 0.28 },
    ],
    commands: [
      settings('16:9', '#1a2b2a'),
      gradient('#16302f', '#0d1a1f', 8),
      { op: 'addLowerThird', title: 'Ada Lovelace', subtitle: 'Mathematician', start: 1, duration: 5 },
    ],
  },
  {
    ...{ name: 'Countdown', lead: 'Three, two, one', aspect: [16, 9], colors: ['#0c0c10', '#9a6be3'] },
    lines: [{ x: 0.42, y: 0.36, w: 0.16, strong: true }],
    commands: [
      settings('16:9', '#0c0c10'),
      ...['3', '2', '1'].flatMap((digit, index) => [
        shape('circle', [index, 1], [0, 0], { fill: '#9a6be3', width: 520, height: 520 }),
        text(digit, [index, 1], [0, 0], { fontSize: 340 }),
      ]),
      text('Go', [3, 1.5], [0, 0], { fontSize: 380, color: '#c9aef5' }),
    ],
  },
  {
    ...{ name: 'Product teaser', lead: 'Four claims, 4:5', aspect: [4, 5], colors: ['#ffb765', '#2a1700'] },
    lines: [
      { x: 0.12, y: 0.3, w: 0.76, strong: true },
      { x: 0.12, y: 0.44, w: 0.5, strong: true },
      { x: 0.12, y: 0.66, w: 0.6 },
    ],
    commands: [
      settings('4:5', '#ffb765'),
      text('Something\nnew', [0.2, 2.4], [0, -60], { fontSize: 180, color: '#2a1700', animation: rise }),
      text('Lighter.', [2.8, 1.6], [0, -60], { fontSize: 200, color: '#2a1700', animation: rise }),
      text('Faster.', [4.4, 1.6], [0, -60], { fontSize: 200, color: '#2a1700', animation: rise }),
      text('Yours.', [6, 2.4], [0, -60], { fontSize: 220, color: '#2a1700', animation: rise }),
      text('example.org', [6.4, 2], [0, 380], { fontSize: 56, color: '#5a3200', fontWeight: 500 }),
    ],
  },
  {
    ...{ name: 'Chapters', lead: 'Cards between parts', aspect: [16, 9], colors: ['#20242c', '#6fc7d6'] },
    lines: [
      { x: 0.1, y: 0.34, w: 0.12 },
      { x: 0.1, y: 0.5, w: 0.5, strong: true },
    ],
    commands: [
      settings('16:9', '#181b21'),
      ...['Where it began', 'What went wrong', 'What we learnt'].flatMap((title, index) => [
        text(`Part ${index + 1}`, [index * 3, 2.8], [0, -130], { fontSize: 48, color: '#6fc7d6', fontWeight: 500 }),
        text(title, [index * 3 + 0.2, 2.6], [0, 0], { fontSize: 140, animation: rise }),
      ]),
    ],
  },
  {
    ...{ name: 'Credits', lead: 'Names at the end', aspect: [16, 9], colors: ['#08080a', '#ffffff'] },
    lines: [
      { x: 0.38, y: 0.24, w: 0.24 },
      { x: 0.3, y: 0.42, w: 0.4, strong: true },
      { x: 0.38, y: 0.66, w: 0.24 },
    ],
    commands: [
      settings('16:9', '#08080a'),
      ...[
        ['Written and directed by', 'Ann Example'],
        ['Edited by', 'Bob Example'],
        ['Music', 'Carol Example'],
      ].flatMap(([role = '', name = ''], index) => [
        text(role, [index * 2.5, 2.4], [0, -70], { fontSize: 46, fontWeight: 400, color: '#9aa2ad' }),
        text(name, [index * 2.5, 2.4], [0, 30], { fontSize: 96, fontFamily: 'Playfair Display' }),
      ]),
    ],
  },
  {
    ...{ name: 'Announcement', lead: 'A date to keep, 1:1', aspect: [1, 1], colors: ['#123c33', '#5fd39b'] },
    lines: [
      { x: 0.2, y: 0.26, w: 0.6 },
      { x: 0.14, y: 0.42, w: 0.72, strong: true },
      { x: 0.3, y: 0.68, w: 0.4 },
    ],
    commands: [
      settings('1:1', '#0e2b25'),
      gradient('#0e2b25', '#1c5a4a', 7),
      text('Save the date', [0.2, 6.6], [0, -220], { fontSize: 60, fontWeight: 500, color: '#a9e8cd' }),
      text('12 June', [0.6, 6.2], [0, -30], { fontSize: 210, animation: rise }),
      text('7 pm, the old mill', [1.4, 5.4], [0, 180], { fontSize: 60, fontWeight: 400 }),
      shape('rounded-rectangle', [2, 4.8], [0, 360], { fill: '#5fd39b', width: 360, height: 96, cornerRadius: 48 }),
      text('Join us', [2.2, 4.6], [0, 360], { fontSize: 44, color: '#06241a' }),
    ],
  },
];
