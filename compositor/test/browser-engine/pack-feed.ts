import type { Document } from '@framemill/timeline';
import type { MediaFiles } from '../../src/media/media-files.ts';
import type { Feed } from './node-ports.ts';

/** Document to draw in a browser, with everything that the ports return there. */
export interface Replay {
  readonly document: Document;
  readonly media: MediaFiles;
  readonly output: { width: number; height: number };
  readonly moments: readonly number[];
  readonly feed: Feed;
}

/**
 * Packs a replay for `replayWorker`: the length of the JSON in 4 bytes, the JSON, and the bytes of all arrays, to which
 * the JSON refers as `{ at, bytes }`.
 */
export function packReplay(replay: Replay): Buffer {
  const blobs: Uint8Array[] = [];
  let at = 0;
  const json = Buffer.from(
    JSON.stringify(replay, (_, value: unknown) => {
      if (!(value instanceof Uint8Array) && !(value instanceof Uint8ClampedArray)) return value;
      const place = { at, bytes: value.length };
      blobs.push(new Uint8Array(value.buffer, value.byteOffset, value.length));
      at += value.length;
      return place;
    }),
  );
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([length, json, ...blobs]);
}

/**
 * Script of a worker that draws a replay with the browser engine at `/engine.js` and posts the RGBA of each moment. Its
 * canvases draw nothing: they return the pixels of the replay, in the same order.
 */
export const replayWorker = `
import { createBrowserEngine } from '/engine.js';

const bytesOf = async (path) => new Uint8Array(await (await fetch(path)).arrayBuffer());
const nothing = () => undefined;
const createPath = () => ({ addPath: nothing });

async function replay(name) {
  const packed = await bytesOf('/replay/' + name);
  const length = new DataView(packed.buffer).getUint32(0, true);
  const given = JSON.parse(new TextDecoder().decode(packed.subarray(4, 4 + length)), (_, value) =>
    value && value.bytes !== undefined && value.at !== undefined
      ? packed.slice(4 + length + value.at, 4 + length + value.at + value.bytes)
      : value);
  const { rasters, images, videos } = given.feed;
  const createContext = (width, height) => new Proxy({}, {
    get(_, name) {
      if (name === 'canvas') return { width, height };
      if (name === 'getTransform') return () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 });
      if (/^create.*Gradient$/.test(name)) return () => ({ addColorStop: nothing });
      if (name !== 'getImageData') return nothing;
      return () => {
        const data = rasters.shift();
        if (data?.length !== width * height * 4) throw new Error(width + 'x' + height + ' was drawn, not expected');
        return { data };
      };
    },
    set: () => true,
  });
  const ports = {
    kernels: await WebAssembly.compileStreaming(fetch('/kernels.wasm')),
    vectors: { createContext, createPath, createTrimmedPath: createPath, simplified: (data) => data },
    registerFont: async () => undefined,
    readBundledFont: (file) => bytesOf('/fonts/' + file),
    readFile: ({ path }) => bytesOf(path),
    openImage: async () => {
      const { data, ...image } = images.shift();
      return { ...image, rgba: () => data };
    },
    videos: { frameAt: async () => videos.shift() },
  };
  const renderer = await createBrowserEngine(ports).open(given);
  const drawn = [];
  for (const moment of given.moments) drawn.push(renderer.rgbaOf(await renderer.draw(moment)));
  renderer.close();
  if (rasters.length + images.length + videos.length > 0) throw new Error('Not all images were used.');
  return drawn;
}

onmessage = ({ data }) =>
  replay(data).then((drawn) => postMessage({ drawn }), (error) => postMessage({ error: String(error.stack) }));
`;
