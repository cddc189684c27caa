import type { BlendMode } from '@framemill/timeline';
import { AV_PIX_FMT_RGBA, AV_PIX_FMT_YUV444P, AV_PIX_FMT_YUVA420P } from 'node-av/constants';
import type { Frame } from 'node-av/lib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Backend } from '../src/graph/backend.ts';
import { type Rgb, type YuvColour, yuvColour } from '../src/graph/colour.ts';
import { belowInput, type Drawable, type GraphInput, type Layer, type Texture } from '../src/graph/drawable.ts';
import type { GraphNode } from '../src/graph/graph-node.ts';
import { layerGeometry } from '../src/graph/layer-geometry.ts';
import { compose, identity, type Matrix, scaling, translation } from '../src/graph/matrix.ts';
import { noRadius, type Placement } from '../src/graph/placement.ts';
import { createFrame } from '../src/media/frame.ts';
import { placeStack } from '../src/scene/effect-stack-use.ts';

const output = { width: 64, height: 36 };
const black: Rgb = { r: 0, g: 0, b: 0 };
const white: Rgb = { r: 255, g: 255, b: 255 };
const grey: Rgb = { r: 128, g: 128, b: 128 };
const red: Rgb = { r: 220, g: 40, b: 30 };
const blue: Rgb = { r: 30, g: 60, b: 200 };
const clip: GraphNode = { kind: 'input', name: 'clip' };
const opaqueWhite: GraphNode = { kind: 'solid', colour: { r: 1, g: 1, b: 1, a: 1 } };
const inverted = (under: GraphNode): GraphNode => ({
  kind: 'composite',
  over: opaqueWhite,
  under,
  blend: 'difference',
  opacity: 1,
});

/** Options for testing a backend. */
export interface ContractOptions {
  /** Maximum error (0-255) of a sample in a uniform area, caused by rounding once or twice. */
  readonly levels: number;
}

/**
 * Defines the tests that every drawing backend must pass, whatever device it uses. `open` creates a backend for each
 * test; the test closes it at its end.
 */
export function backendContract(
  name: string,
  open: () => Backend | Promise<Backend>,
  { levels }: ContractOptions,
): void {
  describe(`${name}, as a backend`, () => {
    let backend: Backend;
    const frames: Frame[] = [];
    beforeEach(async () => {
      backend = await open();
    });
    afterEach(() => {
      backend.close();
      for (const frame of frames.splice(0)) frame.free();
    });

    async function draw(items: readonly Drawable[], background = black, size = output): Promise<Shot> {
      backend.draw(background, items, size);
      return shotOf(await backend.take());
    }

    function flat(
      colour: Rgb,
      side = 16,
      alpha = 255,
      version = `${colour.r},${colour.g},${colour.b} ${side} ${alpha}`,
    ) {
      const data = new Uint8Array(side * side * 4);
      for (let at = 0; at < data.length; at += 4) data.set([colour.r, colour.g, colour.b, alpha], at);
      return backend.still({ data, width: side, height: side, hasAlpha: alpha < 255 }, version);
    }

    /** Creates a frame with a constant value in each plane. */
    function frameOf(planes: readonly number[], { width, height } = output, format?: Frame['format']): Frame {
      const frame = createFrame(width, height, format);
      for (const [index, value] of planes.entries()) frame.data?.[index]?.fill(value);
      frames.push(frame);
      return frame;
    }

    function expectNear(shown: YuvColour, wanted: Rgb): void {
      const { y, u, v } = yuvColour(wanted);
      expect(Math.abs(shown.y - y)).toBeLessThanOrEqual(levels);
      expect(Math.abs(shown.u - u)).toBeLessThanOrEqual(levels);
      expect(Math.abs(shown.v - v)).toBeLessThanOrEqual(levels);
    }

    test('shows the background, as a 4:2:0 frame of the size that is asked for', async () => {
      const shot = await draw([], red);
      expect([shot.width, shot.height, shot.planes]).toEqual([64, 36, 3]);
      for (const [x, y] of [
        [0, 0],
        [63, 35],
        [30, 20],
      ] as const)
        expectNear(shot.at(x, y), red);
    });

    test('places a still where its matrix says, bottom first', async () => {
      const shot = await draw([layerOf(flat(red), translation(8, 4)), layerOf(flat(blue), translation(16, 8))]);
      expectNear(shot.at(10, 6), red);
      expectNear(shot.at(20, 12), blue);
      expectNear(shot.at(4, 2), black);
      expectNear(shot.at(34, 26), black);
    });

    test('enlarges, shrinks and turns', async () => {
      const turned = compose(translation(40, 4), { a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0 });
      const items = [layerOf(flat(red), scaling(2, 1)), layerOf(flat(blue, 16), compose(turned, scaling(1, 0.5)))];
      const shot = await draw(items);
      expectNear(shot.at(28, 8), red);
      expectNear(shot.at(36, 16), blue);
      expectNear(shot.at(44, 10), black);
    });

    test('mixes by opacity and by the alpha of pixels', async () => {
      const half = await draw([{ ...layerOf(flat(white), identity), opacity: 0.5 }]);
      expect(Math.abs(half.at(6, 6).y - 125.5)).toBeLessThanOrEqual(levels + 0.5);
      const through = await draw([layerOf(flat(white, 16, 128), identity)]);
      expect(Math.abs(through.at(6, 6).y - 126)).toBeLessThanOrEqual(levels + 0.5);
    });

    test('draws nothing of what has no opacity', async () => {
      const shot = await draw([{ ...layerOf(flat(white), identity), opacity: 0 }], red);
      expectNear(shot.at(6, 6), red);
    });

    test('cuts by crop and round corners', async () => {
      const crop = { left: 4, top: 0, right: 16, bottom: 16 };
      const cropped = await draw([layerOf(flat(white), identity, { crop })]);
      expectNear(cropped.at(1, 8), black);
      expectNear(cropped.at(10, 8), white);
      const round = await draw([layerOf(flat(white, 32), identity, { radius: { x: 16, y: 16 } })]);
      expectNear(round.at(1, 1), black);
      expectNear(round.at(16, 16), white);
    });

    test.each<[BlendMode, Rgb]>([
      ['multiply', { r: (220 * 128) / 255, g: (40 * 128) / 255, b: (30 * 128) / 255 }],
      ['screen', { r: 128 + (127 * 220) / 255, g: 128 + (127 * 40) / 255, b: 128 + (127 * 30) / 255 }],
      ['difference', { r: 92, g: 88, b: 98 }],
    ])('blends by %s', async (blend, wanted) => {
      if (blend === 'normal') throw new Error('Not a blend mode of its own.');
      const shot = await draw([{ ...layerOf(flat(red), identity), blend }], grey);
      expect(Math.abs(shot.at(6, 6).y - yuvColour(wanted).y)).toBeLessThanOrEqual(levels + 1);
    });

    test('shows the frames of a video, one after another, and the same again for the same version', async () => {
      const video = backend.video({ ...output, hasAlpha: false, fullChroma: false });
      const item = layerOf(video, identity);
      video.show(frameOf([90, 100, 150]), 'first');
      expect((await draw([item])).at(30, 20)).toEqual({ y: 90, u: 100, v: 150 });
      video.show(frameOf([180, 130, 120]), 'second');
      expect((await draw([item])).at(30, 20)).toEqual({ y: 180, u: 130, v: 120 });
      expect((await draw([item])).at(30, 20)).toEqual({ y: 180, u: 130, v: 120 });
      const over = await draw([item, layerOf(flat(red), identity)]);
      expectNear(over.at(6, 6), red);
      expect(over.at(40, 30)).toEqual({ y: 180, u: 130, v: 120 });
      video.close();
    });

    test('reads frames with alpha, planar and RGBA, and with full chroma', async () => {
      const size = { width: 16, height: 16 };
      const planar = backend.video({ ...size, hasAlpha: true, fullChroma: false });
      planar.show(frameOf([235, 128, 128, 128], size, AV_PIX_FMT_YUVA420P), 'planar');
      const rgba = backend.video({ ...size, hasAlpha: true, fullChroma: false });
      rgba.show(frameOf([128], size, AV_PIX_FMT_RGBA), 'rgba');
      const full = backend.video({ ...size, hasAlpha: false, fullChroma: true });
      full.show(frameOf([100, 90, 170], size, AV_PIX_FMT_YUV444P), 'full');
      const shot = await draw([
        layerOf(planar, identity),
        layerOf(rgba, translation(16, 0)),
        layerOf(full, translation(32, 0)),
      ]);
      expect(Math.abs(shot.at(6, 6).y - 126)).toBeLessThanOrEqual(levels + 0.5);
      // Grey of 128 at an alpha of 128 over black.
      expect(Math.abs(shot.at(22, 6).y - 71)).toBeLessThanOrEqual(levels + 0.5);
      const { y, u, v } = shot.at(38, 6);
      for (const [shown, wanted] of [
        [y, 100],
        [u, 90],
        [v, 170],
      ] as const) {
        expect(Math.abs(shown - wanted)).toBeLessThanOrEqual(levels);
      }
      for (const video of [planar, rgba, full]) video.close();
    });

    test('keeps stills at the detail that is asked for', () => {
      const halved = (side: number, halvings: number) => {
        const data = new Uint8Array(side * side * 4).fill(255);
        return backend.still({ data, width: side, height: side, hasAlpha: false }, `${side} ${halvings}`, { halvings });
      };
      const textures = [halved(16, 0), halved(16, 2), halved(10, 2)];
      expect(textures.map(({ width, height }) => [width, height])).toEqual([
        [16, 16],
        [4, 4],
        [3, 3],
      ]);
      const [whole, small] = textures.map(({ bytes }) => bytes);
      expect(whole).toBeGreaterThan(small ?? 0);
      for (const texture of textures) texture.close();
    });

    test('draws an effect stack, and draws it anew when its graph or its input changes', async () => {
      const of = (colour: Rgb, graph: GraphNode) => stackOf({ clip: inputOf(flat(colour), identity) }, graph, identity);
      expectNear((await draw([of(red, inverted(clip))])).at(6, 6), { r: 35, g: 215, b: 225 });
      expectNear((await draw([of(blue, inverted(clip))])).at(6, 6), { r: 225, g: 195, b: 55 });
      expectNear((await draw([of(blue, clip)])).at(6, 6), blue);
    });

    test('draws a stack that is an input of another stack, and draws both anew when the inner one changes', async () => {
      const inside = (colour: Rgb) => {
        const inner = stackOf({ clip: inputOf(flat(colour), identity) }, inverted(clip), translation(4, 4), 16);
        const layers = [{ ...inner, slot: 'inner' }];
        return stackOf({ clip: { layers, origin: { x: 0, y: 0 } } }, clip, translation(8, 4), 24);
      };
      const shot = await draw([inside(red)]);
      expectNear(shot.at(20, 16), { r: 35, g: 215, b: 225 });
      expectNear(shot.at(9, 5), black);
      expectNear((await draw([inside(blue)])).at(20, 16), { r: 225, g: 195, b: 55 });
    });

    test('draws what a stack reaches out of its box', async () => {
      const moved: GraphNode = { kind: 'transform', of: clip, map: translation(16, 0), edge: 'transparent' };
      const shot = await draw([stackOf({ clip: inputOf(flat(red), identity) }, moved, translation(8, 4))]);
      expectNear(shot.at(30, 10), red);
      expectNear(shot.at(16, 10), black);
    });

    test('repeats an input beyond its inside', async () => {
      const input = { ...inputOf(flat(red), identity), inside: { x: 4, y: 4, width: 8, height: 8 } };
      const shot = await draw([stackOf({ clip: input }, clip, identity, 32)]);
      expectNear(shot.at(28, 28), red);
    });

    test('takes the mean of two layers', async () => {
      const sides = { from: layerOf(flat(white), identity), to: layerOf(flat(black, 16, 255), identity) };
      const shown = async (weight: number) =>
        (await draw([{ kind: 'dissolve', slot: 'd', ...sides, weight }], grey)).at(6, 6).y;
      expect(Math.abs((await shown(0.25)) - 180.25)).toBeLessThanOrEqual(levels);
      expect(Math.abs((await shown(0.5)) - 125.5)).toBeLessThanOrEqual(levels + 0.5);
      const alone = await draw([{ kind: 'dissolve', slot: 'd', from: sides.from, to: null, weight: 0.5 }]);
      expect(Math.abs(alone.at(6, 6).y - 125.5)).toBeLessThanOrEqual(levels + 0.5);
    });

    test('draws a transition of both sides over what lies below', async () => {
      const graph: GraphNode = {
        kind: 'matte',
        of: { kind: 'input', name: 'to' },
        by: { kind: 'half', x: 8, y: 8, angle: 0, feather: 0 },
        invert: false,
        strength: 1,
      };
      const both: GraphNode = {
        kind: 'composite',
        over: graph,
        under: { kind: 'input', name: 'from' },
        blend: 'normal',
        opacity: 1,
      };
      const inputs = new Map([
        ['from', [layerOf(flat(red), identity)]],
        ['to', [layerOf(flat(blue), identity)]],
      ]);
      const rect = { x: 0, y: 0, ...output };
      const shot = await draw([{ kind: 'transition', slot: 't', graph: both, inputs, rect, isOpaque: false }], grey);
      expectNear(shot.at(3, 8), red);
      expectNear(shot.at(13, 8), blue);
      expectNear(shot.at(30, 20), grey);
    });

    test('changes what lies below inside the area of an adjustment', async () => {
      const graph = inverted(belowInput);
      const area = { x: 0, y: 0, width: 32, height: 36 };
      const rect = { x: 0, y: 0, ...output };
      const item: Drawable = { kind: 'adjustment', slot: 'a', graph, inputs: new Map(), rect, area };
      const shot = await draw([layerOf(flat(red), identity), item], black);
      expectNear(shot.at(6, 6), { r: 35, g: 215, b: 225 });
      expectNear(shot.at(26, 30), white);
      expectNear(shot.at(44, 20), black);
    });

    test('shows a new texture under the name of an old layer', async () => {
      const named = (texture: Texture): Layer => ({ ...layerOf(texture, translation(0.5, 0.25)), slot: 'same' });
      await draw([named(flat(red))]);
      expectNear((await draw([named(flat(blue))])).at(6, 6), blue);
    });

    test('draws the same bytes again, whatever was drawn in between', async () => {
      const items = [
        { ...layerOf(flat(red, 16, 200), compose(translation(5.3, 2.7), scaling(1.7, 1.3))), opacity: 0.75 },
        stackOf({ clip: inputOf(flat(blue), identity) }, blurred, translation(20, 10)),
      ];
      const first = (await draw(items, grey)).bytes;
      await draw([layerOf(flat(white), identity)]);
      await draw([], red);
      expect((await draw(items, grey)).bytes).toEqual(first);
      expect((await draw(items, grey)).bytes).toEqual(first);
    });

    test('has textures closed as soon as a draw has returned', async () => {
      const texture = flat(red);
      backend.draw(black, [layerOf(texture, identity)], output);
      texture.close();
      expectNear(shotOf(await backend.take()).at(6, 6), red);
    });

    test('runs ahead by its latency, in order, and no farther', async () => {
      const colours = Array.from({ length: backend.latency + 1 }, (_, index) => ({ r: 20 * index, g: 90, b: 60 }));
      for (const colour of colours) backend.draw(colour, [], output);
      expect(() => backend.draw(white, [], output)).toThrow();
      for (const colour of colours) expectNear(shotOf(await backend.take()).at(9, 9), colour);
      await expect((async () => backend.take())()).rejects.toThrow();
    });

    test('draws sizes in turn', async () => {
      const item = layerOf(flat(red), identity);
      for (const size of [output, { width: 32, height: 18 }, output]) {
        const shot = await draw([item], black, size);
        expect([shot.width, shot.height]).toEqual([size.width, size.height]);
        expectNear(shot.at(6, 6), red);
      }
    });

    test('says which input a graph lacks, and goes on with the next frame', async () => {
      const layer = stackOf({ clip: inputOf(flat(red), identity) }, clip, identity);
      const source = { ...layer.source, graph: { kind: 'input', name: 'missing' } as const };
      await expect(draw([{ ...layer, source }])).rejects.toThrow('"missing"');
      expectNear((await draw([layer])).at(6, 6), red);
    });

    test('refuses a texture that is not its own', async () => {
      const foreign: Texture = {
        version: 'f',
        width: 16,
        height: 16,
        hasAlpha: false,
        bytes: 0,
        close: () => undefined,
      };
      await expect(draw([layerOf(foreign, identity)])).rejects.toThrow();
      expectNear((await draw([layerOf(flat(red), identity)])).at(6, 6), red);
    });
  });
}

const blurred: GraphNode = {
  kind: 'blur',
  of: clip,
  edge: 'transparent',
  shape: { type: 'gaussian', sigmaX: 3, sigmaY: 2 },
};

/** Copy of a frame's pixels. It stays valid when the frame is overwritten. */
interface Shot {
  readonly width: number;
  readonly height: number;
  readonly planes: number;
  readonly bytes: readonly Uint8Array[];
  /** Returns the values of the planes at one pixel of the output. */
  at(x: number, y: number): YuvColour;
}

function shotOf(frame: Frame): Shot {
  const { width, height } = frame;
  const data = frame.data ?? [];
  const bytes = data.map((plane, index) => {
    const [across, down] = index === 0 ? [width, height] : [width / 2, height / 2];
    const stride = frame.linesize[index] ?? 0;
    const kept = new Uint8Array(across * down);
    for (let row = 0; row < down; row++) kept.set(plane.subarray(row * stride, row * stride + across), row * across);
    return kept;
  });
  const value = (index: number, x: number, y: number, stride: number) => bytes[index]?.[y * stride + x] ?? Number.NaN;
  return {
    width,
    height,
    planes: bytes.length,
    bytes,
    at: (x, y) => ({
      y: value(0, x, y, width),
      u: value(1, x >> 1, y >> 1, width / 2),
      v: value(2, x >> 1, y >> 1, width / 2),
    }),
  };
}

function layerOf(source: Texture, matrix: Matrix, placed: Partial<Placement> = {}): Layer<Texture> {
  const crop = { left: 0, top: 0, right: source.width, bottom: source.height };
  const geometry = layerGeometry({ matrix, crop, radius: noRadius, ...placed }, output);
  if (!geometry) throw new Error('The layer is outside of the output.');
  const slot = `${source.version} ${Object.values(matrix).join()}`;
  return { kind: 'layer', slot, source, geometry, opacity: 1, hasEdges: true };
}

function inputOf(source: Texture, matrix: Matrix): GraphInput {
  return { layers: [layerOf(source, matrix)], origin: { x: 0, y: 0 } };
}

function stackOf(inputs: Record<string, GraphInput>, graph: GraphNode, toOutput: Matrix, side = 16) {
  const size = { width: side, height: side };
  const use = { slot: 'stack', graph, inputs: new Map(Object.entries(inputs)), size, toOutput, opacity: 1 };
  const layer = placeStack(use, output);
  if (!layer) throw new Error('The effect stack is outside of the output.');
  return layer;
}
