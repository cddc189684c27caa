import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ffmpeg, ffmpegMissing } from '@framemill/testing/ffmpeg';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';
import { openImageSource } from '../../src/media/decode/still/image-source.ts';
import { createRenderer } from '../../src/render/renderer.ts';
import { pixelAt, psnr, shoot } from '../images.ts';
import { profileOf } from '../scenes.ts';
import { documentOf, render } from './judge.ts';

const WIDTH = 96;
const HEIGHT = 64;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-images-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, bytes: Uint8Array | string) => {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
};

/** Creates an image of smooth colours. All its sides and corners differ, so that a wrong rotation is visible. */
function colours(): Uint8Array {
  const data = new Uint8Array(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) {
      const at = (y * WIDTH + x) * 3;
      data.set([40 + (170 * x) / WIDTH, 200 - (150 * y) / HEIGHT, 90 + 60 * Math.sin((x + y) / 25)], at);
    }
  }
  return data;
}

const frame = () => sharp(colours(), { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });

describe('every kind of image', () => {
  it.each([
    { name: 'true-colour.png', floor: 38, mimeType: 'image/png', make: () => frame().png() },
    { name: '16-bit.png', floor: 38, mimeType: 'image/png', make: () => frame().toColourspace('rgb16').png() },
    { name: 'palette.png', floor: 28, mimeType: 'image/png', make: () => frame().png({ palette: true }) },
    { name: 'interlaced.png', floor: 38, mimeType: 'image/png', make: () => frame().png({ progressive: true }) },
    { name: 'baseline.jpg', floor: 35, mimeType: 'image/jpeg', make: () => frame().jpeg({ quality: 95 }) },
    { name: 'progressive.jpg', floor: 35, mimeType: 'image/jpeg', make: () => frame().jpeg({ progressive: true }) },
    { name: 'lossy.webp', floor: 33, mimeType: 'image/webp', make: () => frame().webp({ quality: 95 }) },
    { name: 'lossless.webp', floor: 38, mimeType: 'image/webp', make: () => frame().webp({ lossless: true }) },
    { name: 'eight-bit.avif', floor: 33, mimeType: 'image/avif', make: () => frame().avif({ quality: 90 }) },
    {
      name: 'deflated.tiff',
      floor: 38,
      mimeType: 'image/tiff',
      make: () => frame().tiff({ compression: 'deflate' }),
    },
    { name: '16-bit.tiff', floor: 38, mimeType: 'image/tiff', make: () => frame().toColourspace('rgb16').tiff() },
    { name: 'ink.tiff', floor: 25, mimeType: 'image/tiff', make: () => frame().toColourspace('cmyk').tiff() },
    { name: 'still.gif', floor: 28, mimeType: 'image/gif', make: () => frame().gif() },
    // There and back through ink: colours that ink cannot show are lost.
    { name: 'cmyk.jpg', floor: 25, mimeType: 'image/jpeg', make: () => frame().toColourspace('cmyk').jpeg() },
  ])('$name renders as the picture that was put in', async ({ name, make, floor, mimeType }) => {
    const path = write(name, await make().toBuffer());
    expect(await probeMedia(path)).toMatchObject({ kind: 'image', mimeType, width: WIDTH, height: HEIGHT });
    const likeness = psnr((await render(path, 0)).data, colours());
    expect(likeness).toBeGreaterThan(floor);
  });

  it.skipIf(ffmpegMissing).each([
    ['24-bit.bmp', 'bgr24', 38],
    ['32-bit.bmp', 'bgra', 38],
    ['16-bit.bmp', 'rgb565le', 30],
  ])('%s renders as the picture that was put in', async (name, format, floor) => {
    const path = join(folder, name);
    ffmpeg(['-i', write('for-bmp.png', await frame().png().toBuffer()), '-pix_fmt', format, path]);
    expect(await probeMedia(path)).toMatchObject({
      ...{ kind: 'image', mimeType: 'image/bmp', width: WIDTH, height: HEIGHT },
    });
    expect(psnr((await render(path, 0)).data, colours())).toBeGreaterThan(floor);
    await expect(probeMedia(write(`cut-off-${name}`, readFileSync(path).subarray(0, 900)))).rejects.toMatchObject({
      code: 'invalid_request',
    });
  });

  it('a BMP that claims to be enormous is refused before its pixels are made', async () => {
    const header = Buffer.alloc(60);
    header.write('BM', 'latin1');
    header.writeUInt32LE(54, 10);
    header.writeUInt32LE(40, 14);
    header.writeInt32LE(100_000, 18);
    header.writeInt32LE(100_000, 22);
    header.writeUInt16LE(1, 26);
    header.writeUInt16LE(1, 28);
    await expect(probeMedia(write('enormous.bmp', header))).rejects.toMatchObject({ code: 'invalid_request' });
  });

  it('CMYK really is: four channels of ink', async () => {
    const path = write('ink.jpg', await frame().toColourspace('cmyk').jpeg().toBuffer());
    expect(await sharp(path).metadata()).toMatchObject({ space: 'cmyk', channels: 4 });
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8])('a JPEG of EXIF orientation %d stands upright', async (orientation) => {
    // What the camera stored: the upright picture, turned and mirrored back.
    const undo = [0, 0, 0, 180, 180, 90, 270, 270, 90][orientation] ?? 0;
    const mirrored = [2, 4, 5, 7].includes(orientation);
    const stored = frame().rotate(undo);
    const raw = await (mirrored ? sharp(await stored.png().toBuffer()).flop() : stored).png().toBuffer();
    const jpeg = await sharp(raw).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
    const path = write(`orientation-${orientation}.jpg`, jpeg);
    expect(await probeMedia(path)).toMatchObject({ width: WIDTH, height: HEIGHT });
    const { data } = await render(path, 0);
    expect(psnr(data, colours())).toBeGreaterThan(33);
  });
});

it('an image is drawn alike whatever else shows the file, and whatever was drawn before', async () => {
  const path = write('shared.png', await frame().png().toBuffer());
  const { document, media } = await documentOf(path, { width: WIDTH, height: HEIGHT }, { duration: 1, scale: 0.2 });
  const [small] = document.clips;
  if (!small) throw new Error('The document has no clip.');
  const both = { ...document, clips: [small, { ...small, id: 'whole', start: 1, scale: 1 }] };
  const profile = profileOf(both, { rate: { num: 25, den: 1 } });
  const shotsAt = async (times: number[]) => {
    const renderer = await createRenderer({ document: both, profile, media });
    const shots = [];
    for (const at of times) shots.push((await renderer.renderFrame(at, { type: 'png', scale: 1 })).data);
    renderer.close();
    return shots;
  };
  const [alone] = await shotsAt([1.5]);
  const [, after] = await shotsAt([0.5, 1.5]);
  expect(after).toEqual(alone);
});

it.each(['png', 'tiff', 'webp'] as const)(
  'a %s that was replaced under its name is shown as it is now',
  async (format) => {
    const one = (background: string) =>
      sharp({ create: { width: 4, height: 4, channels: 3, background } })
        .toFormat(format)
        .toBuffer();
    const path = write(`replaced.${format}`, await one('#ff0000'));
    await probeMedia(path);
    expect([...(await openImageSource(path)).rgba().subarray(0, 3)]).not.toEqual([0, 0, 255]);
    write(`replaced.${format}`, await one('#0000ff'));
    const [red = 255, , blue = 0] = (await openImageSource(path)).rgba();
    expect([red < 10, blue > 245]).toEqual([true, true]);
  },
);

const svg = (body: string, attributes = 'width="40" height="20"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${body}</svg>`;

describe('SVG drawings', () => {
  it('render sharp at the size they are shown at, transparent where nothing is drawn', async () => {
    const path = write('half.svg', svg('<rect x="20" width="20" height="20" fill="#ff8000"/>'));
    expect(await probeMedia(path)).toMatchObject({ kind: 'image', mimeType: 'image/svg+xml', width: 40, height: 20 });
    const { document, media } = await documentOf(path, { width: 640, height: 320 }, {}, '#2040c0');
    const shown = await shoot(document, media);
    // One pixel to each side of the edge, at sixteen times the drawing's own size.
    for (const [x, colour] of [
      [317, [32, 64, 192]],
      [323, [255, 128, 0]],
    ] as const) {
      for (const [i, value] of pixelAt(shown, x, 160).entries())
        expect(Math.abs(value - (colour[i] ?? 0))).toBeLessThanOrEqual(6);
    }
  });

  it('have the size of their view box when they name no other, and may begin with a declaration, comments and a document type', async () => {
    const prolog = '\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- made by hand -->\n';
    const type = '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n';
    const path = write('view-box.svg', prolog + type + svg('<circle cx="9" cy="9" r="9"/>', 'viewBox="0 0 300 200"'));
    expect(await probeMedia(path)).toMatchObject({ mimeType: 'image/svg+xml', width: 300, height: 200 });
  });

  it('run no script, follow no link of theirs, and show the pictures inside them', async () => {
    const dot = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#00ff00' } })
      .png()
      .toBuffer();
    const path = write(
      'script.svg',
      svg(
        `<script>while (true) {}</script><a href="https://example.com"><rect width="20" height="20" fill="red" onload="x()"/></a>
         <image x="20" width="20" height="20" xlink:href="data:image/png;base64,${dot.toString('base64')}"/>`,
      ),
    );
    const image = await openImageSource(path);
    expect([...image.rgba().subarray((10 * 40 + 5) * 4, (10 * 40 + 5) * 4 + 4)]).toEqual([255, 0, 0, 255]);
    expect([...image.rgba().subarray((10 * 40 + 30) * 4, (10 * 40 + 30) * 4 + 4)]).toEqual([0, 255, 0, 255]);
  });

  it('leave out foreign objects, whose pages would fetch what they name', async () => {
    const page =
      '<body xmlns="http://www.w3.org/1999/xhtml"><iframe src="http://127.0.0.1/"/><p style="background:red">x</p></body>';
    const path = write('foreign.svg', svg(`<foreignObject width="40" height="20">${page}</foreignObject>`));
    const image = await openImageSource(path);
    expect(image.rgba().every((value) => value === 0)).toBe(true);
  });

  const bomb = Array.from({ length: 12 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(9)}</g>`);
  const lol = Array.from({ length: 9 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('');

  it.each([
    ['a-file-outside', svg('<image href="/etc/passwd" width="9" height="9"/>'), /refers to "\/etc\/passwd"/],
    [
      'an-address-outside',
      svg('<image width="9" height="9" xlink:href="http://example.com/a.png"/>'),
      /refers to "http/,
    ],
    ['a-hidden-address', svg('<use href="&#104;ttp://example.com/a.svg#b"/>'), /refers to/],
    ['an-address-in-a-style', svg('<style>rect { fill: url(http://example.com/a.svg#b) }</style>'), /refers to "http/],
    ['an-import', svg('<style>@import "http://example.com/a.css";</style>'), /imports styles/],
    ['a-style-sheet', `<?xml-stylesheet href="http://example.com/a.css"?>${svg('')}`, /style sheet/],
    ['entities', `<!DOCTYPE svg [<!ENTITY e0 "lol">${lol}]>${svg('<text>&e9;</text>')}`, /declares entities/],
    ['an-outside-entity', `<!DOCTYPE svg [<!ENTITY e SYSTEM "/etc/passwd">]>${svg('<text>&e;</text>')}`, /entities/],
    [
      'references-that-multiply',
      svg(`<g id="g0"><rect width="1" height="1"/></g>${bomb.join('')}`),
      /use elements create \d+ copies/,
    ],
    ['too-many-elements', svg('<g/>'.repeat(20_001)), /20002 elements/],
    ['too-many-bytes', svg(`<!-- ${'x'.repeat(4 * 1024 * 1024)} -->`), /at most 4194304/],
    ['too-deep', svg('<g>'.repeat(5_000) + '</g>'.repeat(5_000)), /nests elements deeper/],
    ['too-large', svg('', 'width="90000" height="90000"'), /megapixels|cannot be decoded/],
    ['a-slow-filter', svg('<filter id="f"><feMorphology operator="dilate" radius="500"/></filter>'), /feMorphology/],
    ['a-reference-after-an-angle', svg('<image x=">" href="/etc/passwd"/>'), /refers to "\/etc/],
    ['tags-without-end', svg(`${'<feMorphology '.repeat(19_000)}${' '.repeat(3_000_000)}`), /filter steps/],
    ['another-drawing', svg('<image href="data:image/svg+xml;base64,PHN2Zy8+" width="9" height="9"/>'), /refers to/],
    ['broken', svg('<rect'), /cannot be decoded/],
  ])('are refused for %s', async (name, text, reason) => {
    const path = write(`${name}.svg`, text);
    await expect(probeMedia(path)).rejects.toMatchObject({
      code: 'invalid_request',
      message: expect.stringMatching(reason),
    });
    await expect(openImageSource(path)).rejects.toMatchObject({ code: 'invalid_request' });
  });
});
