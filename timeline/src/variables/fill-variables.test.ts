import { expect, it } from 'vitest';
import { createDocument } from '../document/create-document.ts';
import { parseDocument } from '../document/parse-document.ts';
import { fillVariables } from './fill-variables.ts';
import { listVariables } from './list-variables.ts';

const text = (content: string, more: object = {}) => ({
  ...{ id: 'title', type: 'text', start: 0, duration: 2, trackIndex: 2 },
  textStyle: { content, ...more },
});
const page = (html: object) => ({ id: 'page', type: 'html', start: 0, duration: 2, trackIndex: 2, html });
const image = (src: string) => ({ id: 'pic', type: 'image', start: 0, duration: 2, trackIndex: 1, src });
const documentOf = (...clips: object[]) => parseDocument({ ...createDocument({ name: 'x' }), clips });
const contentOf = (content: string, values: Record<string, string | number>) =>
  fillVariables(documentOf(text(content)), values).clips[0]?.textStyle?.content;

it('lists the variables with their defaults and where they are used', () => {
  const document = documentOf(
    text('Hello {{ name }}, {{city|Graz}} {{name}} {not} {{1x}} {{}}'),
    image('{{logo}}'),
    page({ html: '<b>{{name|you}}</b>', css: 'b { color: {{tint|red}} }' }),
  );
  expect(listVariables(document)).toEqual([
    {
      ...{ name: 'name', type: 'text', default: 'you' },
      uses: [
        { clipId: 'title', field: 'textStyle.content' },
        { clipId: 'page', field: 'html.html' },
      ],
    },
    { name: 'city', type: 'text', default: 'Graz', uses: [{ clipId: 'title', field: 'textStyle.content' }] },
    { name: 'logo', type: 'media', default: null, uses: [{ clipId: 'pic', field: 'src' }] },
    { name: 'tint', type: 'text', default: 'red', uses: [{ clipId: 'page', field: 'html.css' }] },
  ]);
});

it('puts values and defaults in their place, once, and leaves a document without variables alone', () => {
  expect(contentOf('{{a}} and {{b|two}}{{c|}}!', { a: '{{b}}' })).toBe('{{b}} and two!');
  expect(contentOf('{{n}}', { n: 7.5 })).toBe('7.5');
  const plain = documentOf(text('none'));
  expect(fillVariables(plain, {})).toBe(plain);
});

it('fills the slots of an animation', () => {
  const clip = { ...image('med_x'), type: 'video', slots: { headline: 'Hi {{name}}', accent: '{{brand|#ff8800}}' } };
  const document = documentOf(clip);
  expect(listVariables(document).map(({ name, uses }) => [name, uses[0]?.field])).toEqual([
    ['name', 'slots.headline'],
    ['brand', 'slots.accent'],
  ]);
  expect(fillVariables(document, { name: 'Ada' }).clips[0]?.slots).toEqual({ headline: 'Hi Ada', accent: '#ff8800' });
});

it('names all unknown and missing variables', () => {
  const fill = () => fillVariables(documentOf(text('{{a}}{{b}}{{c|x}}')), { d: '1', constructor: '2' } as never);
  expect(fill).toThrow(/no variables d, constructor. Values for a, b are missing. The project has: a, b, c/);
  try {
    fill();
  } catch (error) {
    expect(error).toMatchObject({
      code: 'invalid_request',
      details: { unknown: ['d', 'constructor'], missing: ['a', 'b'], invalid: [] },
    });
  }
  expect(() => contentOf('{{toString}}', {})).toThrow(/Values for toString are missing/);
});

it('keeps spans where they were', () => {
  const spans = [
    { start: 0, end: 3, color: 'red' },
    { start: 3, end: 11, color: 'blue' },
    { start: 12, end: 15, color: 'green' },
  ];
  const { textStyle } = fillVariables(documentOf(text('Hi {{name}} you', { spans })), { name: 'A' }).clips[0] ?? {};
  expect(textStyle?.content).toBe('Hi A you');
  expect(textStyle?.spans).toEqual([
    { start: 0, end: 3, color: 'red' },
    { start: 3, end: 4, color: 'blue' },
    { start: 5, end: 8, color: 'green' },
  ]);
  const empty = fillVariables(documentOf(text('Hi {{name}} you', { spans })), { name: '' }).clips[0];
  expect(empty?.textStyle?.spans).toHaveLength(2);
});

it('escapes parts of addresses, and takes a whole source as it is', () => {
  const src = (template: string, x: string) => fillVariables(documentOf(image(template)), { x }).clips[0]?.src;
  expect(src('{{x}}', 'https://a.example/b c?d')).toBe('https://a.example/b c?d');
  expect(src('https://a.example/{{x}}.png', '../../x?y#z@q:1')).toBe(
    'https://a.example/..%2F..%2Fx%3Fy%23z%40q%3A1.png',
  );
});

const hostile = [
  ...[
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='x",
    '</script><b>',
    '</style>',
    '`$' + '{x}`',
  ],
  ...[
    '\\',
    '\\u0022;alert(1)//',
    '*/ body{} /*',
    '};x:expression(1)',
    'a b=c onclick=d',
    '\u2028alert(1)',
    '&lt;',
    '\u202e\u{1f600}',
  ],
  ...['x'.repeat(10_000), '-->', ']]>', '{{y}}', 'url(//evil)', '\n', '\r\n\t', "');alert('1"],
];
it.each(hostile)('changes only what stands there: %j', (value) => {
  const html =
    '<p id={{x}} title="{{x}}" onclick="f(\'{{x}}\')" ' +
    'style="a:{{x}}">{{x}}<script>g("{{x}}")</script><style>{{x}}</style></p>';
  const filled = fillVariables(documentOf(page({ html, css: 'a::after { content: "{{x}}" }', js: 'h("{{x}}")' })), {
    x: value,
  });
  const done = filled.clips[0]?.html;
  const signs = (text = '') => text.replace(/[A-Za-z0-9\u00a0-\uffff]|&#\d+;|\\u[0-9a-f]{4}|\\[0-9a-f]{6}/g, '');
  // What is not a letter or an escape is what was there.
  const template = (text: string) => signs(text.replaceAll('{{x}}', ''));
  expect(signs(done?.html)).toBe(template(html));
  expect(signs(done?.css)).toBe(template('a::after { content: "{{x}}" }'));
  expect(signs(done?.js)).toBe(template('h("{{x}}")'));
  expect(JSON.parse(`"${/^h\("(.*)"\)$/s.exec(done?.js ?? '')?.[1]}"`)).toBe(value);
  expect(contentOf('{{x}}', { x: value })).toBe(value);
});

it.each(['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', 'vbscript:x'])(
  'refuses an address that a page would run: %j',
  (x) => {
    const fill = (html: string) => fillVariables(documentOf(page({ html })), { x });
    expect(() => fill('<a href="{{x}}">')).toThrow(/must begin with https:/);
    expect(() => fill('<svg><a xlink:href={{x}}>')).toThrow(/must begin with https:/);
    expect(() => fill('<p title="{{x}}">')).not.toThrow();
  },
);
