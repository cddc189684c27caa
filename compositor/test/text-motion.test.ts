import { decode } from '@framemill/testing/images';
import { type Clip, type Document, type TextStyle, VOCABULARY } from '@framemill/timeline';
import { describe, expect, test } from 'vitest';
import { createRenderer, type Renderer } from '../src/render/renderer.ts';
import { lumaOf, psnr, shoot } from './images.ts';
import { makeClip, makeDocument, profileOf } from './scenes.ts';

const moving = VOCABULARY.textAnimation.filter((name) => name !== 'none');
const style = {
  content: 'Two lines\n10 words',
  color: '#ffffff',
  fontSize: 24,
  strokeWidth: 2,
  shadow: { x: 1, y: 2, blur: 2 },
};

function documentOf(textStyle: Partial<TextStyle>, x = 3.3): Document {
  return makeDocument(
    160,
    96,
    [makeClip({ type: 'text', x, rotation: 4, textStyle: { ...style, ...textStyle } })],
    '#304050',
  );
}

async function imageAt(renderer: Renderer, atSec: number): Promise<Uint8Array> {
  return (await renderer.renderFrame(atSec, { type: 'png', scale: 1 })).data;
}

describe('a text that moves', () => {
  test.each(moving)('%s looks the same whatever was drawn before', async (name) => {
    const document = documentOf({ animation: { in: { name }, out: { name }, loop: { name } } });
    const profile = profileOf(document);
    const used = await createRenderer({ document, profile, media: {} });
    const fresh = await createRenderer({ document, profile, media: {} });
    for (const atSec of [0.1, 1.9, 0.4, 0.7]) await imageAt(used, atSec);
    for (const atSec of [1.7, 0.3]) expect(await imageAt(used, atSec)).toEqual(await imageAt(fresh, atSec));
    used.close();
    fresh.close();
  });

  test.each(moving)('%s is the static text when it has come', async (name) => {
    // A colour that stays is what karaoke leaves behind.
    const active = name === 'karaoke' ? { activeColor: style.color } : {};
    const come = await shoot(
      documentOf({ ...active, animation: { in: { name, duration: 0.2, stagger: 0.01 } } }),
      {},
      1.5,
    );
    const still = await shoot(documentOf({}), {}, 1.5);
    expect(come.data).toEqual(still.data);
  });

  test('is as sharp as one that rests where fit enlarges it', async () => {
    const fitted = (fields: Partial<Clip>) => {
      const clip = makeClip({ type: 'text', textStyle: { content: 'fit', fontSize: 12 }, fit: 'contain', ...fields });
      return shoot(makeDocument(160, 96, [clip], '#304050'), {}, 1);
    };
    const kfRotation = [-1, 1].map((value, index) => ({ time: index * 2, value }));
    const [moving, still] = [await fitted({ kfRotation }), await fitted({})];
    expect(psnr(lumaOf(moving), lumaOf(still))).toBeGreaterThan(30);
  });

  test('in many parts that rest looks like the whole, but for rounding at the edges of letters', async () => {
    // The wave does not move yet: each letter is drawn on its own where it rests.
    const words = [{ text: 'Two', start: 0, end: 2 }];
    const parts = await shoot(documentOf({ captionStyle: 'fade', words, inactiveOpacity: 0.999 }), {}, 1);
    const whole = await shoot(documentOf({}), {}, 1);
    expect(psnr(parts.data, whole.data)).toBeGreaterThan(40);
  });

  test('is nothing before it comes and after it has gone', async () => {
    const empty = await shoot(documentOf({ content: ' ' }), {}, 0);
    for (const name of ['fade', 'rise', 'pop', 'typewriter', 'blur', 'reveal', 'tracking', 'spin'] as const) {
      const coming = await shoot(documentOf({ animation: { in: { name } } }), {}, 0);
      expect(psnr(coming.data, empty.data), name).toBeGreaterThan(1e9);
    }
  });

  // White letters on a black box: each fading on its own, the box would show through the letters.
  test.each(['its opacity', 'a dissolve'])('is one picture under %s', async (what) => {
    const background = { color: '#000000', opacity: 1 };
    const boxed: TextStyle = { ...style, background, animation: { loop: { name: 'wave' } } };
    const clip = (fields: Partial<Clip>) =>
      makeDocument(160, 96, [makeClip({ type: 'text', start: 0.2, textStyle: boxed, ...fields })], '#808080');
    const half: Partial<Clip> =
      what === 'a dissolve' ? { transition: { type: 'dissolve', duration: 0.4 } } : { opacity: 0.5 };
    const whole = lumaOf(await shoot(clip({}), {}, 0.4));
    const none = lumaOf(await shoot(clip({ opacity: 0 }), {}, 0.4));
    const mean = whole.map((value, at) => Math.round((value + (none[at] ?? 0)) / 2));
    expect(psnr(lumaOf(await shoot(clip(half), {}, 0.4)), mean)).toBeGreaterThan(45);
    expect(psnr(whole, none)).toBeLessThan(20);
  });

  test('keeps its emoji in their colours', async () => {
    const document = documentOf({ content: '❤️', fontSize: 60, animation: { loop: { name: 'wave' } } });
    const renderer = await createRenderer({ document, profile: profileOf(document), media: {} });
    const { data } = await decode(await imageAt(renderer, 0.5));
    renderer.close();
    let red = 0;
    for (let at = 0; at < data.length; at += 3) if ((data[at] ?? 0) > 180 && (data[at + 1] ?? 255) < 110) red += 1;
    expect(red).toBeGreaterThan(300);
  });
});
