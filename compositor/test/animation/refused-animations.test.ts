import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { probeMedia } from '../../src/ingest/probe-media.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'framemill-refused-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const shape = { ty: 'rc', d: 1, s: { a: 0, k: [10, 10] }, p: { a: 0, k: [0, 0] }, r: { a: 0, k: 0 } };
const layer = { ty: 4, ip: 0, op: 60, st: 0, ks: {}, shapes: [shape] };

function lottie(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { v: '5.9.0', fr: 30, ip: 0, op: 60, w: 100, h: 100, assets: [], layers: [layer], ...fields };
}

function probe(content: Record<string, unknown> | string | Uint8Array) {
  const path = join(folder, 'file');
  const isRaw = typeof content === 'string' || content instanceof Uint8Array;
  writeFileSync(path, isRaw ? content : JSON.stringify(content));
  return probeMedia(path);
}

/** Returns compositions of which each shows the next one `copies` times. */
function nested(levels: number, copies: number) {
  return Array.from({ length: levels }, (_, n) => {
    const inner = { ty: 0, refId: `c${n + 1}`, w: 100, h: 100, ip: 0, op: 60, st: 0, ks: {} };
    return { id: `c${n}`, layers: n + 1 < levels ? Array(copies).fill(inner) : [layer] };
  });
}

const nestedShapes = (levels: number) => {
  let inner: unknown = shape;
  for (let n = 0; n < levels; n++) inner = { ty: 'gr', it: [inner] };
  return inner;
};
const precomp = { ty: 0, refId: 'c0', w: 100, h: 100, ip: 0, op: 60, st: 0, ks: {} };
const repeater = { ty: 'rp', c: { a: 0, k: 500 }, o: { a: 0, k: 0 }, tr: {} };

describe('an animation is refused', () => {
  it.each([
    ['that is cut off', JSON.stringify(lottie()).slice(0, -20), /cannot be read: it is damaged or cut off/],
    ['without a rate', lottie({ fr: null }), /has no number "fr" \(got null\)/],
    ['without layers', lottie({ layers: [] }), /has no layers/],
    ['without a length', lottie({ op: 0 }), /ends at frame 0, but begins at frame 0/],
    ['of a huge canvas', lottie({ w: 1e6, h: 1e6 }), /has a canvas of 1000000x1000000/],
    ['of years', lottie({ op: 1e9 }), /lasts 33333333 s, but at most 43200 s/],
    [
      'of groups in groups',
      lottie({ layers: [{ ...layer, shapes: [nestedShapes(2_000)] }] }),
      /nested deeper than 200/,
    ],
    [
      'of lists in lists',
      `${JSON.stringify(lottie()).slice(0, -1)},"x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`,
      /nested deeper than 200/,
    ],
    ['of itself', lottie({ assets: [{ id: 'c0', layers: [precomp] }], layers: [precomp] }), /contains itself: c0 > c0/],
    ['of many compositions', lottie({ assets: nested(20, 1), layers: [precomp] }), /deeper than 16 levels/],
    ['of a billion layers', lottie({ assets: nested(10, 8), layers: [precomp] }), /draws \d+ elements/],
    [
      'of a billion copies',
      lottie({ layers: [{ ...layer, shapes: [{ ty: 'gr', it: [shape, repeater, repeater] }, repeater] }] }),
      /draws \d+ elements/,
    ],
    [
      'of a star of a million points',
      lottie({ layers: [{ ...layer, shapes: [{ ty: 'sr', pt: { k: 1e6 } }] }] }),
      /a shape of 1000000 points/,
    ],
    [
      'with a vector image',
      lottie({ assets: [{ id: 'i', p: 'data:image/svg+xml;base64,PHN2Zy8+' }] }),
      /of the kind "data:image\/svg/,
    ],
    [
      'with a broken image',
      lottie({ assets: [{ id: 'i', p: 'data:image/png;base64,AAAA' }] }),
      /an image "i" that cannot be read/,
    ],
    [
      'in an archive without a manifest',
      zipSync({ 'a/one.json': new Uint8Array([123, 125]) }),
      /its manifest is damaged/,
    ],
    [
      'in an archive that lacks it',
      zipSync({ 'manifest.json': new TextEncoder().encode('{"animations":[{"id":"x"}]}') }),
      /lacks its animation "x"/,
    ],
    [
      'in an archive that is cut off',
      zipSync({ 'manifest.json': new Uint8Array(9_000) }).subarray(0, 60),
      /damaged archive|manifest is damaged/,
    ],
    [
      'in an archive that unpacks to 30 MB',
      zipSync({ 'manifest.json': new Uint8Array(30_000_000) }),
      /unpacks to more than 20 MB/,
    ],
  ])('%s', async (_, content, message) => {
    const fault = await probe(content).catch((error: Error) => error);
    expect(fault).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) });
  });

  it('only when it is one: other JSON is named as before', async () => {
    await expect(probe({ clips: [], tracks: [] })).rejects.toThrow('The file is JSON, which Framemill does not read.');
  });
});

it('names what it does not run or show', async () => {
  const expression = { a: 0, k: 100, x: 'var $bm_rt = time * 10' };
  const text = {
    ty: 5,
    ip: 0,
    op: 60,
    st: 0,
    ks: {},
    t: { d: { k: [{ t: 0, s: { t: 'Hi', f: 'Futura-Bold', s: 20 } }] } },
  };
  const file = lottie({
    layers: [{ ...layer, ks: { o: expression } }, { ty: 6, ip: 0, op: 60 }, text],
    assets: [{ id: 'i', u: '/etc/', p: 'passwd', w: 10, h: 10 }],
    fonts: { list: [{ fName: 'Futura-Bold', fFamily: 'Futura', fStyle: 'Bold' }] },
  });
  expect((await probe(file)).animation?.warnings).toEqual([
    'Expressions are not run. 1 of its values have one and keep the value in the file.',
    'It has audio layers, which are not played.',
    '1 of its images or sounds are not in the file and are left out. Embed them.',
    'Text in the font "Futura" is drawn in Inter.',
  ]);
});
