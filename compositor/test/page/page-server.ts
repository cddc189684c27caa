import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { startFileServer } from '@framemill/testing/local-server';
import { fontPaths } from '../../src/fonts/index.ts';
import { faviconPath, playerScript } from '../../src/page/index.ts';

/**
 * Serves an HTML preview at `url`, with the player's script, the bundled fonts, the icon that full browsers request,
 * and `files`: paths of files by the URL path that the page uses for them.
 */
export async function servePage(html: string, files: ReadonlyMap<string, string>) {
  const fonts = new Map(fontPaths().map((path) => [`/vendor/fonts/${basename(path)}`, path]));
  const script = await playerScript();
  const others = new Map([...fonts, ['/favicon.ico', faviconPath]]);
  return startFileServer(({ url = '/', headers }, reply) => {
    // HTML clips have an origin of their own, for which fonts need an explicit permission.
    reply.setHeader('Access-Control-Allow-Origin', '*');
    if (url === '/') return reply.setHeader('Content-Type', 'text/html; charset=utf-8').end(html);
    if (url === '/vendor/timeline.js') return reply.setHeader('Content-Type', 'text/javascript').end(script);
    const path = files.get(decodeURI(url)) ?? others.get(url);
    if (path === undefined) return reply.writeHead(404).end();
    return sendFile(path, headers.range, reply);
  });
}

type Reply = Parameters<Parameters<typeof startFileServer>[0]>[1];

/** Sends a file, or the part of it that the header `Range` names. */
export function sendFile(path: string, range: string | undefined, reply: Reply): void {
  const bytes = readFileSync(path);
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  reply.setHeader('Accept-Ranges', 'bytes');
  if (first === undefined) {
    reply.end(bytes);
    return;
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), bytes.length - 1) : bytes.length - 1;
  reply.writeHead(206, { 'Content-Range': `bytes ${start}-${end}/${bytes.length}` });
  reply.end(bytes.subarray(start, end + 1));
}
