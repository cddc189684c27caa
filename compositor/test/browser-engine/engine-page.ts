import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startFileServer } from '@framemill/testing/local-server';
import { textWasmUrl } from '@framemill/timeline';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../src/chromium/index.ts';
import { fontPaths } from '../../src/fonts/index.ts';
import { readModule } from '../../src/kernels/load-kernels.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import {
  animationsScript,
  bundleForBrowser,
  engineScript,
  exportScript,
  graphicsScript,
  packedFontsScript,
  readCanvasKit,
} from '../../src/page/index.ts';
import { sendFile } from '../page/page-server.ts';
import { packReplay, type Replay, replayWorker } from './pack-feed.ts';

/** Page in Chromium that draws documents with the browser engine. */
export interface EnginePage {
  readonly page: Page;
  /** Draws the moments of a replay in a worker. Returns their RGBA. */
  replay(replay: Replay): Promise<Uint8Array[]>;
  /**
   * Draws a document with the worker of the package: its own canvases, fonts and decoders. Returns the RGBA of each
   * time. `isFast`: from the preview copies of videos. `graphics`: the query `graphics` of the worker's address.
   */
  draw(given: Omit<Replay, 'feed'>, how?: DrawHow): Promise<Uint8Array[]>;
  /** Serves media files. Returns the media table with their URLs. */
  served(media: MediaFiles): MediaFiles;
  close(): Promise<void>;
}

interface DrawHow {
  readonly isFast?: boolean;
  readonly graphics?: 'none' | 'any';
}

/** Opens a page in the browser of renders, which has no GPU. */
async function plainPage() {
  const browser = await openBrowser({ network: 'local' });
  return { page: await browser.newPage(), close: () => browser.close() };
}

/**
 * Starts Chromium and a server for the scripts, the WebAssembly, the fonts and the media. `answers` returns the HTTP
 * status of each request; null: the request is never answered. `openPage` opens the page in another browser.
 */
export async function openEnginePage(
  answers: (path: string, query: URLSearchParams) => number | null = () => 200,
  openPage: () => Promise<{ page: Page; close(): Promise<void> }> = plainPage,
): Promise<EnginePage> {
  const standIn = fileURLToPath(new URL('../../src/page/player/schema-stand-in.ts', import.meta.url));
  const entry = fileURLToPath(import.meta.resolve('@framemill/compositor/browser-engine'));
  const alias = { '#typebox': standIn, '@framemill/timeline/typebox': standIn };
  const client = fileURLToPath(import.meta.resolve('@framemill/compositor/engine-client'));
  const files = new Map<string, Uint8Array | string>([
    ['/', '<!doctype html><title>Engine</title>'],
    ['/engine.js', await bundleForBrowser(entry, { format: 'esm', alias, external: ['module'] })],
    ['/client.js', await bundleForBrowser(client, { format: 'esm' })],
    ['/engine-worker.js', await engineScript()],
    ['/export.js', await exportScript()],
    ['/graphics.js', await graphicsScript()],
    ['/packed-fonts.js', await packedFontsScript()],
    ['/animations.js', await animationsScript()],
    ['/canvaskit.wasm', await readCanvasKit()],
    ['/replay-worker.js', replayWorker],
    ['/kernels.wasm', readModule()],
    ['/harfbuzz.wasm', readFileSync(fileURLToPath(textWasmUrl()))],
  ]);
  const paths = new Map(fontPaths().map((path) => [`/fonts/${basename(path)}`, path]));
  const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', '': 'text/html' };
  const server = await startFileServer(({ url: asked = '/', headers }, reply) => {
    const { pathname: url, searchParams } = new URL(asked, 'http://localhost');
    const status = answers(url, searchParams);
    if (status === null) return;
    if (status !== 200) return reply.writeHead(status).end();
    const path = paths.get(url);
    if (path !== undefined) return sendFile(path, headers.range, reply);
    const body = files.get(url);
    if (body === undefined) return reply.writeHead(404).end();
    return reply.setHeader('Content-Type', types[url.split('.')[1] ?? ''] ?? 'application/octet-stream').end(body);
  });
  const { page, close } = await openPage();
  page.setDefaultTimeout(200_000);
  await page.goto(server.url);

  async function call(script: string, given: unknown): Promise<Uint8Array[]> {
    const drawn = await page.evaluate<string[]>(`(${script})(${JSON.stringify(given)})`);
    return drawn.map((text) => Buffer.from(text, 'base64'));
  }

  return {
    page,
    async replay(replay) {
      files.set('/replay/now', packReplay({ ...replay, media: served(replay.media, server.url, paths) }));
      return call(inReplayWorker, 'now');
    },
    draw({ document, media, output, moments }, { isFast = false, graphics = 'none' } = {}) {
      const given = { document, media: served(media, server.url, paths), output, moments };
      return call(inEngineWorker, { ...given, isFast, graphics });
    },
    served: (media) => served(media, server.url, paths),
    async close() {
      await close();
      await server.close();
    },
  };
}

function served(media: MediaFiles, url: string, paths: Map<string, string>): MediaFiles {
  return Object.fromEntries(
    Object.entries(media).map(([src, file]) => {
      const place = `/media/${encodeURIComponent(src)}`;
      paths.set(place, file.path);
      const preview = 'previewPath' in file ? String(file.previewPath) : null;
      if (preview !== null) paths.set(`${place}-preview`, preview);
      return [
        src,
        { ...file, path: `${url}${place}`, ...(preview === null ? {} : { previewPath: `${url}${place}-preview` }) },
      ];
    }),
  );
}

/** Function of a page that encodes bytes as base64, as text. */
export const toBase64 = `(bytes) => {
  let text = '';
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
}`;

/** Decodes floats that a page has encoded with `toBase64`, and joins them. */
export function floatsOf(...texts: string[]): Float32Array {
  return new Float32Array(new Uint8Array(Buffer.concat(texts.map((text) => Buffer.from(text, 'base64')))).buffer);
}

// As text: the functions of a browser have no types here.
const inReplayWorker = `(name) => new Promise((resolve, reject) => {
  const worker = new Worker('/replay-worker.js', { type: 'module' });
  worker.onerror = ({ message }) => reject(new Error(message));
  worker.onmessage = ({ data }) => {
    worker.terminate();
    if (data.error) reject(new Error(data.error));
    else resolve(data.drawn.map(${toBase64}));
  };
  worker.postMessage(name);
})`;

const inEngineWorker = `async ({ document, media, output, moments, isFast, graphics }) => {
  const worker = new Worker('/engine-worker.js?graphics=' + graphics, { type: 'module' });
  const ask = (message) => new Promise((resolve, reject) => {
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      if (data.type === 'address') worker.postMessage({ id: data.id, type: 'address', address: data.path });
      else if (data.type === 'failed') reject(new Error(data.message));
      else if (data.type === 'drawn') resolve(data);
    };
    worker.postMessage(message);
  });
  worker.postMessage({ type: 'open', document, media });
  const drawn = [];
  for (const atSec of moments) {
    const { rgba, onGpu } = await ask({ id: 1, type: 'draw', atSec, output, isFast, as: 'rgba' });
    if (onGpu !== (graphics === 'any')) throw new Error('The frame was drawn ' + (onGpu ? 'on' : 'without') + ' the GPU.');
    drawn.push(rgba);
  }
  worker.terminate();
  return drawn.map(${toBase64});
}`;
