import { basename } from 'node:path';
import { type FileServer, startFileServer } from '@framemill/testing/local-server';
import type { Document } from '@framemill/timeline';
import { fillVariables } from '@framemill/timeline/variables';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../src/chromium/index.ts';
import { fontPaths } from '../../src/fonts/index.ts';
import type { MediaFiles } from '../../src/media/media-files.ts';
import { engineFolder, playerElementScript } from '../../src/page/index.ts';
import { sendFile } from '../page/page-server.ts';

/** Server of a page, and a server of another origin with the player, the engine, and videos. */
export interface PlayerServers {
  /** Server of the player, with the requests that it got. */
  readonly service: FileServer;
  /** Documents by the name of their video: `/<name>.json`. */
  readonly documents: Map<string, Document>;
  /** Bodies of other answers, by their path. */
  readonly answers: Map<string, { status: number; body: string }>;
  /**
   * Serves a page whose body is `html`, and returns its address. `%` in it becomes the address of the service. `policy`
   * is the page's content security policy.
   */
  serve(html: string, policy?: string): string;
  /** Ends the addresses of media that players have loaded so far. */
  expire(): void;
  close(): Promise<void>;
}

/** Servers of pages with players, and Chromium. */
export interface PlayerPages extends PlayerServers {
  /** Opens a page as `serve` serves it. `before` is a script that runs first. */
  open(html: string, options?: { before?: string; policy?: string }): Promise<Page>;
}

/** Starts the servers and Chromium. `media` are the files of all documents. */
export async function openPlayerPages(media: MediaFiles): Promise<PlayerPages> {
  const servers = await startPlayerServers(media);
  const browser = await openBrowser({ network: 'local' });
  return {
    ...servers,
    async open(html, { before, policy } = {}) {
      const address = servers.serve(html, policy);
      const page = await browser.newPage({ width: 640, height: 480, scale: 1 });
      page.setDefaultTimeout(200_000);
      if (before !== undefined) await page.addInitScript(before);
      await page.goto(address);
      return page;
    },
    async close() {
      await browser.close();
      await servers.close();
    },
  };
}

/** Starts both servers. `media` are the files of all documents. */
export async function startPlayerServers(media: MediaFiles): Promise<PlayerServers> {
  const { name: engine, files } = await engineFolder();
  const script = await playerElementScript();
  const documents: PlayerServers['documents'] = new Map();
  const answers: PlayerServers['answers'] = new Map();
  const fonts = new Map(fontPaths().map((path) => [`/vendor/${engine}/fonts/${basename(path)}`, path]));
  const types: Record<string, string> = { js: 'text/javascript', wasm: 'application/wasm', json: 'application/json' };
  /** Part of the addresses of media that still open them. */
  let pass = 1;

  function videoOf(document: Document, values: string | null): string {
    const shown = fillVariables(document, JSON.parse(values ?? '{}'));
    const table = Object.entries(media).map(([src, { facts }]) => [src, { url: `media/${pass}/${src}`, facts }]);
    return JSON.stringify({ document: shown, media: Object.fromEntries(table) });
  }

  const service = await startFileServer(({ url: asked = '/', headers }, reply) => {
    const { pathname, searchParams } = new URL(asked, 'http://localhost');
    reply.setHeader('Access-Control-Allow-Origin', '*');
    const [, folder = '', given = '', src = ''] = /^\/(media)\/(\d+)\/(\w+)$/.exec(pathname) ?? [];
    if (folder === 'media' && Number(given) !== pass) return reply.writeHead(403).end();
    const path = fonts.get(pathname) ?? media[src]?.path;
    if (path !== undefined) return sendFile(path, headers.range, reply);
    const { status, body } = answers.get(pathname) ?? { status: 200, body: undefined };
    const document = documents.get(/^\/(\w+)\.json$/.exec(pathname)?.[1] ?? '');
    const content =
      body ??
      (pathname === '/vendor/framemill-player.js' ? script : undefined) ??
      files.get(pathname.replace(`/vendor/${engine}/`, '')) ??
      (document ? videoOf(document, searchParams.get('variables')) : undefined);
    if (content === undefined) return reply.writeHead(404).end();
    reply.setHeader('Content-Type', types[pathname.split('.').at(-1) ?? ''] ?? 'application/octet-stream');
    return reply.writeHead(status).end(content);
  });
  let shown = { html: '', policy: '' };
  const host = await startFileServer((_request, reply) => {
    reply.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (shown.policy !== '') reply.setHeader('Content-Security-Policy', shown.policy);
    reply.end(`<!doctype html><title>Page</title><body style="margin:0">${shown.html}`);
  });

  return {
    service,
    documents,
    answers,
    serve(html, policy = '') {
      const tag = `<script type="module" src="${service.url}/vendor/framemill-player.js"></script>`;
      shown = { html: html.replaceAll('%', service.url) + tag, policy: policy.replaceAll('%', service.url) };
      return host.url;
    },
    expire() {
      pass += 1;
    },
    async close() {
      await host.close();
      await service.close();
    },
  };
}

// As text: the functions of a browser have no types here.
/** Function of a page with a player that returns the pixels of its frame at a size: RGB, as base64. */
export const canvasPixels = `({ width, height }) => {
  const canvas = document.querySelector('framemill-player').shadowRoot.querySelector('canvas');
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (canvas) context.drawImage(canvas, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  let text = '';
  for (let at = 0; at < data.length; at += 4) text += String.fromCharCode(data[at], data[at + 1], data[at + 2]);
  return btoa(text);
}`;
