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

/** Pages of one origin, and a server of another origin with the player, the engine, and videos. */
export interface PlayerPages {
  /** Server of the player, with the requests that it got. */
  readonly service: FileServer;
  /** Documents by the name of their video: `/<name>.json`. */
  readonly documents: Map<string, Document>;
  /** Bodies of other answers, by their path. */
  readonly answers: Map<string, { status: number; body: string }>;
  /**
   * Opens a page whose body is `html`. `%` in it becomes the address of the service. `before` is a script that runs
   * first. `policy` is the page's content security policy.
   */
  open(html: string, options?: { before?: string; policy?: string }): Promise<Page>;
  /** Ends the addresses of media that players have loaded so far. */
  expire(): void;
  close(): Promise<void>;
}

/** Starts Chromium and both servers. `media` are the files of all documents. */
export async function openPlayerPages(media: MediaFiles): Promise<PlayerPages> {
  const { name: engine, files } = await engineFolder();
  const script = await playerElementScript();
  const documents: PlayerPages['documents'] = new Map();
  const answers: PlayerPages['answers'] = new Map();
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
  const browser = await openBrowser({ network: 'local' });

  return {
    service,
    documents,
    answers,
    async open(html, { before, policy = '' } = {}) {
      const tag = `<script type="module" src="${service.url}/vendor/framemill-player.js"></script>`;
      shown = { html: html.replaceAll('%', service.url) + tag, policy: policy.replaceAll('%', service.url) };
      const page = await browser.newPage({ width: 640, height: 480, scale: 1 });
      if (before !== undefined) await page.addInitScript(before);
      await page.goto(host.url);
      return page;
    },
    expire() {
      pass += 1;
    },
    async close() {
      await browser.close();
      await host.close();
      await service.close();
    },
  };
}
