import { expect, it } from 'vitest';
import { EXAMPLE_MEDIA } from '../commands/examples.ts';
import { createDocument } from '../document/create-document.ts';
import { parseDocument } from '../document/parse-document.ts';
import type { MediaFacts } from '../media/media-facts.ts';
import { followMedia } from '../media-length/follow-media.ts';
import { fillVariables } from './fill-variables.ts';
import { listVariables } from './list-variables.ts';

const payloads = [
  ...['<script>alert(1)</script>', '<img src=x onerror=alert(1)>', '<svg/onload=alert(1)>', '<iframe src=//evil>'],
  ...['</script><script>alert(1)//', '</style><b>', '</title><h1>', '</textarea>', '<!--', '-->', ']]>', '<![CDATA['],
  ...[
    '<a href="javascript:alert(1)">',
    '<style>*{display:none}</style>',
    '<base href=//evil>',
    '<meta http-equiv=refresh>',
  ],
  ...['<svg><use href="//evil#x"/></svg>', '<foreignObject>', '<animate attributeName=href>', '<set onbegin=alert(1)>'],
  ...[
    'a{}</style>',
    '};*{color:red}',
    'expression(alert(1))',
    'url(//evil/x.png)',
    '@import "//evil"',
    '\\3c script\\3e',
  ],
  ...[
    '/*',
    '*/',
    '"; content: "x',
    "'); alert(1); ('",
    `$${'{alert(1)}'}`,
    '`',
    '\\',
    '\\u0027;alert(1)//',
    '{{other}}',
    '{{x|y}}',
  ],
  ...[
    '../../../etc/passwd',
    '..\\..\\windows',
    '%2e%2e%2f',
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data',
  ],
  ...['http://127.0.0.1:6379/', 'http://[::1]/', 'gopher://localhost/', 'data:text/html,<b>', 'blob:null/x'],
  ...[
    '\u202egpj.exe',
    '\u200f\u05d0\u05d1',
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    'e\u0301\u0301\u0301',
    '\ufeff',
  ],
];
/** Prefixes and suffixes that try to end the attribute, string or tag that surrounds a payload. */
const ways: readonly ((payload: string) => string)[] = [
  (payload) => payload,
  (payload) => `"'>${payload}`,
  (payload) => `' onclick=x ${payload}\n`,
  (payload) => `&lt;&#39;${payload}\u2028`,
];
const hostile = payloads.flatMap((payload) => ways.map((way) => way(payload)));

const html =
  '<p id={{x}} title="{{x}}" alt=\'{{x}}\' onclick="f(\'{{x}}\')" style="a:{{x}}">{{x}}' +
  '<script>g("{{x}}")</script><style>{{x}}</style></p>';
const css = 'a::after { content: "{{x}}" }';
const js = 'h("{{x}}")';

function filled(x: string) {
  const place = { start: 0, duration: 2, trackIndex: 2 };
  const clips = [
    { ...place, id: 'title', type: 'text', textStyle: { content: '{{x}}|{{x}}' } },
    {
      ...place,
      id: 'said',
      type: 'text',
      isCaption: true,
      textStyle: { content: 'a', words: [{ text: '{{x}}', start: 0, end: 1 }] },
    },
    { ...place, id: 'page', type: 'html', html: { html, css, js } },
    { ...place, id: 'pic', type: 'image', src: 'med_{{x}}_large' },
  ];
  const document = parseDocument({ ...createDocument({ name: 'x' }), clips });
  const before = JSON.stringify(document);
  const after = fillVariables(document, { x });
  expect(JSON.stringify(document)).toBe(before);
  return { document, after };
}

/**
 * Removes letters, digits and escape sequences from a text, so that only the characters with a syntactic meaning
 * remain.
 */
const signs = (text = '') => text.replace(/[A-Za-z0-9\u00a0-\uffff]|&#\d+;|\\u[0-9a-f]{4}|\\[0-9a-f]{6}/g, '');
const bare = (text: string) => signs(text.replaceAll('{{x}}', ''));

it(`${hostile.length} hostile values change only what they may`, () => {
  expect(hostile.length).toBeGreaterThanOrEqual(200);
  for (const value of hostile) {
    const { document, after } = filled(value);
    const [title, said, page, image] = after.clips;
    expect(title?.textStyle?.content, value).toBe(`${value}|${value}`);
    expect(said?.textStyle?.words?.[0]?.text, value).toBe(value);
    expect(signs(page?.html?.html), value).toBe(bare(html));
    expect(signs(page?.html?.css), value).toBe(bare(css));
    expect(signs(page?.html?.js), value).toBe(bare(js));
    expect(JSON.parse(`"${/^h\("(.*)"\)$/s.exec(page?.html?.js ?? '')?.[1]}"`), value).toBe(value);
    expect(image?.src, value).toBe(`med_${encodeURIComponent(value)}_large`);
    // Nothing else of the document is another.
    const rest = ({ clips, ...others }: typeof after) => [
      others,
      clips.map(({ textStyle: _, html: __, src: ___, ...clip }) => clip),
    ];
    expect(rest(after), value).toEqual(rest(document));
  }
});

it(`${hostile.length} hostile values are neither a number nor a colour: they are refused, and change nothing`, () => {
  const clip = { start: 0, duration: 2, trackIndex: 2, id: 'box', type: 'shape', shape: { kind: 'star', fill: 'red' } };
  const base = { ...createDocument({ name: 'x' }) };
  for (const field of ['volume', 'speed', 'shape.width', 'shape.fill', 'settings.background']) {
    const isSetting = field === 'settings.background';
    const document = parseDocument({
      ...{ ...base, settings: { ...base.settings, ...(isSetting ? { backgroundVariable: '{{x}}' } : {}) } },
      clips: [isSetting ? clip : { ...clip, variables: { [field]: '{{x|1}}' } }],
    });
    const before = JSON.stringify(document);
    for (const x of [...hostile, '<'.repeat(1_000_000)]) {
      const fill = () => fillVariables(document, { x });
      expect(fill, x.slice(0, 80)).toThrow(
        expect.objectContaining({ details: { unknown: [], missing: [], invalid: ['x'] } }),
      );
    }
    expect(JSON.stringify(document)).toBe(before);
  }
});

it(`${hostile.length} hostile values change no length of a film that follows its media`, () => {
  const times = { start: 0, duration: 2, trackIndex: 0 };
  const film = { ...times, id: 'film', type: 'video', src: '{{x}}', durationFrom: 'media' };
  const next = { ...times, id: 'next', type: 'shape', start: 2, shape: { kind: 'star' } };
  const base = createDocument({ name: 'x' });
  const document = parseDocument({ ...base, clips: [film, next] });
  const known: Record<string, MediaFacts> = { ...EXAMPLE_MEDIA };
  const media = (src: string) => (Object.hasOwn(known, src) ? (known[src] ?? null) : null);
  const lengthsOf = (x: string) =>
    followMedia(fillVariables(document, { x }), media).clips.map(({ start, duration }) => start + duration);
  expect(lengthsOf('med_video')).toEqual([12, 14]);
  for (const value of [...hostile, 'media', '__proto__', 'constructor', '1e9', '-1', '']) {
    expect(lengthsOf(value), value).toEqual([2, 4]);
  }
  // Neither the word nor the number beside it is a place of variables.
  for (const field of ['duration', 'durationFrom', 'mediaDuration']) {
    const bound = parseDocument({ ...base, clips: [{ ...film, src: 'med_video', variables: { [field]: '{{x|9}}' } }] });
    expect(listVariables(bound), field).toEqual([]);
  }
});

it('a value of 1 MB is put in, and what comes out is no document', () => {
  const { after } = filled('<'.repeat(1_000_000));
  expect(after.clips[0]?.textStyle?.content).toHaveLength(2_000_001);
  // Longer than a text may be: whoever fills checks again.
  expect(() => parseDocument(after)).toThrow(/characters|long/);
});
