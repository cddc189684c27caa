import { createDocument, type Document, type MediaFacts } from '@framemill/timeline';
import { expect, test } from 'vitest';
import { openTextEngine } from '../../src/fonts/font-files.ts';
import { compositionPage } from '../../src/page/composition-page.ts';
import { makeClip, makeDocument } from '../scenes.ts';

const facts: MediaFacts = {
  ...{ kind: 'video', sha256: '0'.repeat(64), mimeType: 'video/mp4', sizeBytes: 1, width: 640, height: 360 },
  ...{ durationSec: 10, fps: 30, hasAudio: true },
};

async function pageOf(document: Document): Promise<string> {
  const engine = await openTextEngine();
  const factsOf = (src: string) => (src.endsWith('.gif') ? { ...facts, mimeType: 'image/gif' } : facts);
  const media = (src: string) => (src === 'missing' ? null : { facts: factsOf(src), url: `/uploads/${src}` });
  return (await compositionPage({ document, engine, media })).html;
}

/** Creates a project with every kind of element that a page may have. */
function variety(): Document {
  const video = { type: 'video', src: 'a.mp4', mediaDuration: 10 } as const;
  return makeDocument(640, 360, [
    makeClip({ ...video, id: 'one', start: 0.5, mediaStart: 1.25 }),
    makeClip({ ...video, id: 'two', start: 2.5, transition: { type: 'dissolve', duration: 0.5 } }),
    makeClip({ ...video, id: 'fast', trackIndex: 1, speed: 2, loop: true }),
    makeClip({ ...video, id: 'around', trackIndex: 2, fit: 'contain-blur', muted: true }),
    makeClip({ type: 'audio', id: 'music', src: 'b.mp3', trackIndex: 3, mediaDuration: 10, volume: 0.5 }),
    makeClip({ type: 'text', id: 'title', trackIndex: 4, textStyle: { content: 'one\ntwo', fontSize: 40 } }),
    makeClip({ type: 'shape', id: 'shape', trackIndex: 5, shape: { kind: 'star' } }),
    makeClip({ type: 'adjustment', id: 'below', start: 2, trackIndex: 5, grade: { contrast: 0.2 } }),
    makeClip({ type: 'html', id: 'frame', start: 4, trackIndex: 5, html: { html: '<p>Hi</p>' } }),
  ]);
}

function attributesOf(html: string, id: string): Record<string, string> {
  const tag = new RegExp(`<[a-z]+ id="${id}"[^>]*>`).exec(html)?.[0] ?? '';
  return Object.fromEntries(
    [...tag.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

test('the root says what the composition is before any script runs', async () => {
  const html = await pageOf(variety());
  expect(html).toMatch(/^<!doctype html>/);
  expect(attributesOf(html, 'root')).toEqual({
    ...{ id: 'root', 'data-composition-id': 'main', 'data-start': '0', 'data-duration': '6' },
    ...{ 'data-width': '640', 'data-height': '360', 'data-fps': '30' },
  });
  expect(html).toMatch(/#root\{position:relative;overflow:hidden;[^}]*width:640px;height:360px/);
});

test('every timed element has an id that starts with a letter, its times and a lane', async () => {
  const html = await pageOf(variety());
  const timed = [...html.matchAll(/<([a-z]+) ([^>]*class="clip[^>]*)>/g)];
  expect(timed.length).toBe(13);
  for (const [, , attributes = ''] of timed) {
    expect(attributes).toMatch(/id="[A-Za-z][^"]*"/);
    expect(attributes).toMatch(/data-start="[\d.]+" data-duration="[\d.]+" data-track-index="\d+"/);
  }
  expect(html).toContain('.clip{position:absolute;visibility:hidden;');
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(ids.length);
  // Timing stands on what is timed: nothing around it has a start.
  expect(html.match(/data-start=/g)?.length).toBe(timed.length + 1);
});

test('animated pictures are pictures: browsers play them as nothing else', async () => {
  const html = await pageOf(makeDocument(640, 360, [makeClip({ type: 'sticker', id: 'cat', src: 'cat.gif' })]));
  expect(html).toMatch(/<img id="clip-cat" [^>]*src="\/uploads\/cat.gif"/);
  expect(html).not.toContain('<video');
});

test('videos are muted and inline, with their sound beside them', async () => {
  const html = await pageOf(variety());
  expect(html).toMatch(/<video id="media-one"[^>]* muted playsinline/);
  expect(attributesOf(html, 'media-one')).toMatchObject({
    ...{ 'data-start': '0.5', 'data-media-start': '1.25', src: '/uploads/a.mp4' },
    // Half a second longer: the transition after it still shows it.
    'data-duration': '2.5',
  });
  expect(attributesOf(html, 'aud-one')).toMatchObject({
    'data-start': '0.5',
    'data-media-start': '1.25',
    'data-volume': '1',
    // Its lane is another than that of the picture, which is there at the same time.
    'data-clip-track': attributesOf(html, 'media-one')['data-track-index'],
  });
  expect(attributesOf(html, 'aud-music')).toMatchObject({ 'data-volume': '0.5' });
  expect(attributesOf(html, 'media-fast')).toMatchObject({ 'data-playback-rate': '2' });
  expect(html).toMatch(/<video id="media-fast"[^>]* loop/);
  expect(html).not.toContain('aud-around');
});

test('media has whole pixels: of its place, or its own', async () => {
  const video = makeClip({ type: 'video', id: 'one', src: 'a.mp4', mediaDuration: 10 });
  const styleIn = async (width: number, height: number) =>
    attributesOf(await pageOf(makeDocument(width, height, [video])), 'media-one').style;
  expect(await styleIn(320, 180)).toBe('z-index:1;left:0px;top:0px;width:320px;height:180px');
  expect(await styleIn(500, 500)).toMatch(/;width:640px;height:360px;.*matrix\(0\.78125,0,0,0\.78125,0,0\)$/);
});

test('no two elements of a lane overlap', async () => {
  const html = await pageOf(variety());
  const elements = [...html.matchAll(/data-start="([\d.]+)" data-duration="([\d.]+)" data-track-index="(\d+)"/g)].map(
    ([, start, duration, lane]) => ({ start: Number(start), end: Number(start) + Number(duration), lane }),
  );
  for (const [index, a] of elements.entries()) {
    const clash = elements
      .slice(index + 1)
      .find((b) => a.lane === b.lane && a.start < b.end - 1e-9 && b.start < a.end - 1e-9);
    expect(clash).toBeUndefined();
  }
});

test('a text has one element a line', async () => {
  const html = await pageOf(variety());
  expect([...html.matchAll(/class="line" data-line="(\d+)"/g)].map(([, line]) => line)).toEqual(['0', '1']);
});

test('letters are those of a font as it is, at every size and weight', async () => {
  // Browsers set the optical size of variable fonts and make weights up; frames show the default instance.
  expect(await pageOf(variety())).toMatch(/\.text text\{[^}]*font-synthesis:none;font-optical-sizing:none\}/);
});

test('the page holds nothing that players refuse', async () => {
  // Documents in frames of their own have no media of the page.
  const html = (await pageOf(variety())).replaceAll(/ srcdoc="[^"]*"/g, '');
  const forbidden = [
    'requestAnimationFrame',
    'Math.random',
    'Date.now',
    'performance.now',
    '.play(',
    '.pause(',
    'currentTime',
  ];
  for (const word of [...forbidden, 'base64', 'crossorigin', 'preload="none"', 'http://', 'https://', 'gsap']) {
    expect(html.toLowerCase()).not.toContain(word.toLowerCase());
  }
  expect(html).toContain('window.__timelines = window.__timelines || {}; window.__timelines.main =');
});

test('clips whose media is unknown are left out, and an empty project is a page', async () => {
  const document = makeDocument(640, 360, [makeClip({ type: 'video', id: 'gone', src: 'missing' })]);
  expect(await pageOf(document)).not.toContain('media-gone');
  expect(attributesOf(await pageOf(createDocument()), 'root')['data-duration']).toBe('0');
});

test('the page lasts as many whole frames as its timeline does', async () => {
  const text = { type: 'text', id: 'title', textStyle: { content: 'A' } } as const;
  const html = await pageOf(makeDocument(640, 360, [makeClip({ ...text, duration: 3.51 })]));
  expect(attributesOf(html, 'root')['data-duration']).toBe('3.5');
  expect(attributesOf(html, 'clip-title')['data-duration']).toBe('3.5');
});

const attacks = [
  '<script>alert(1)</script>',
  '</script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onload='alert(1)",
  '</text><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<!--<script>',
  ']]><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '&lt;script&gt;',
  '\u2028alert(1)//',
  'javascript:alert(1)',
  '</iframe><script>alert(1)</script>',
  '\0<script>alert(1)</script>',
];

test.each(attacks)('text of a project is never markup: %j', async (attack) => {
  const clean = await pageOf(hostile('plain'));
  const html = await pageOf(hostile(attack));
  const tags = (page: string) =>
    [...page.matchAll(/<\/?([a-zA-Z][a-zA-Z0-9-]*)/g)].map(([, name]) => name?.toLowerCase());
  const counted = (page: string) =>
    tags(page)
      .filter((name) => name !== 'text' && name !== 'g')
      .sort();
  expect(counted(html)).toEqual(counted(clean));
});

/** Creates a project with `text` in every field that can hold text from a user. */
function hostile(text: string): Document {
  const settings = { ...createDocument().settings, name: text };
  const style = { content: text, fontFamily: text, spans: [{ start: 0, end: 2, fontFamily: text }] };
  return {
    ...makeDocument(640, 360, [
      makeClip({ type: 'text', id: text, name: text, textStyle: style }),
      makeClip({ type: 'text', trackIndex: 1, textStyle: { ...style, animation: { in: { name: 'rise' } } } }),
      makeClip({ type: 'image', id: `i${text}`, trackIndex: 2, name: text, src: text }),
      makeClip({ type: 'html', trackIndex: 3, html: { html: text, css: text, js: text } }),
      makeClip({ type: 'shape', trackIndex: 4, shape: { kind: 'path', d: text }, mask: { shape: 'path', d: text } }),
    ]),
    settings: { ...settings, width: 640, height: 360 },
  };
}
