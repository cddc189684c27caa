import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fontPaths } from '@framemill/compositor/fonts';
import { escapeText, faviconPath, playerScript, previewScript } from '@framemill/compositor/page';
import { FramemillError } from '@framemill/timeline/errors';
import type { LoadedFilm } from './load-film.ts';

/** Web server that shows a preview to browsers on this computer. */
export interface PreviewServer {
  readonly url: string;
  /** Updates every open page to a newly loaded version of the project file. */
  show(film: LoadedFilm): void;
  close(): Promise<void>;
}

/** Starts the server on 127.0.0.1 only. Throws `invalid_request` when the port is in use. */
export async function startPreviewServer(name: string, port: number): Promise<PreviewServer> {
  const fonts = new Map(fontPaths().map((path) => [`/vendor/fonts/${basename(path)}`, path]));
  const listeners = new Set<ServerResponse>();
  let shown: LoadedFilm = { html: null, files: new Map(), errors: [] };
  let version = 0;
  const event = () => `data: ${JSON.stringify({ version, errors: shown.errors })}\n\n`;

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const [file, font] = [shown.files.get(pathname), fonts.get(pathname)];
    if (!isOwnHost(request.headers.host))
      return send(reply, 403, 'text/plain', 'The preview can be opened only on its own machine. Open it as localhost.');
    if (file !== undefined) return sendFile(request, reply, file);
    // HTML clips have an origin of their own, for which fonts need an explicit permission.
    if (font !== undefined) return sendFile(request, reply.setHeader('Access-Control-Allow-Origin', '*'), font);
    switch (pathname) {
      case '/':
        return send(reply, 200, 'text/html; charset=utf-8', previewShell(name));
      case '/film':
        return send(reply, 200, 'text/html; charset=utf-8', shown.html ?? '');
      case '/favicon.ico':
        return sendFile(request, reply.setHeader('Content-Type', 'image/x-icon'), faviconPath);
      case '/preview.js':
        return send(reply, 200, 'text/javascript; charset=utf-8', await previewScript());
      case '/vendor/timeline.js':
        return send(reply, 200, 'text/javascript; charset=utf-8', await playerScript());
      case '/events': {
        reply.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).write(event());
        listeners.add(reply);
        reply.once('close', () => listeners.delete(reply));
        return;
      }
      default:
        return send(reply, 404, 'text/plain', 'This address does not exist. Open /.');
    }
  };
  const server = createServer((request, reply) => {
    answer(request, reply).catch(() => reply.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new FramemillError('invalid_request', `Port ${port} cannot be used. Choose another --port.`, {}, { cause }),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}/`,
    show(film) {
      // Errors are shown on top of the last valid preview.
      if (film.html === null) shown = { ...shown, errors: film.errors };
      else {
        shown = film;
        version += 1;
      }
      for (const reply of listeners) reply.write(event());
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Whether the `Host` header of a request names this computer. Other requests must be rejected: a web page could send
 * them through a domain that resolves to 127.0.0.1 (DNS rebinding).
 */
function isOwnHost(host = ''): boolean {
  return /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(host);
}

function send(reply: ServerResponse, status: number, type: string, body: string | Uint8Array): void {
  reply
    .writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
    .end(body);
}

/** Sends a file, or the byte range in the request's `Range` header. */
async function sendFile({ headers }: IncomingMessage, reply: ServerResponse, path: string): Promise<void> {
  const { size } = await stat(path);
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const start = first === '' ? 0 : Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end) {
    reply.writeHead(first === '' ? 200 : 416, { 'Content-Range': `bytes */${size}` }).end();
    return;
  }
  const range = first === '' ? {} : { 'Content-Range': `bytes ${start}-${end}/${size}` };
  const common = { 'Accept-Ranges': 'bytes', 'Cache-Control': 'no-store', 'Content-Length': end - start + 1 };
  reply.writeHead(first === '' ? 200 : 206, { ...common, ...range });
  // A player that seeks aborts its request, which is not an error.
  await pipeline(createReadStream(path, { start, end }), reply).catch(() => reply.destroy());
}

/**
 * Returns the HTML page around the preview, with a toolbar to play and seek, and errors of the project file at the top.
 */
function previewShell(name: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${escapeText(name)}</title>
<style>
html, body { margin: 0; height: 100%; background: #14161a; color: #e8eaed; font: 14px/1.5 system-ui, sans-serif; }
body { display: grid; grid-template-rows: 1fr auto; }
main { position: relative; overflow: hidden; margin: 16px; }
iframe { position: absolute; left: 50%; top: 50%; border: 0; background: #000; }
pre { position: absolute; inset: 0 0 auto 0; margin: 0; padding: 16px; max-height: 100%;
  overflow: auto; box-sizing: border-box;
  white-space: pre-wrap; background: #3a1416; color: #ffd9d6; border: 1px solid #ff8a80; border-radius: 8px; }
footer { display: flex; gap: 12px; align-items: center; padding: 0 16px 16px; }
button { min-width: 5em; padding: 6px 12px; border: 0; border-radius: 6px; background: #ffb765; color: #14161a;
  font: inherit; font-weight: 600; }
input { flex: 1; accent-color: #ffb765; }
output { min-width: 11em; text-align: right; font-variant-numeric: tabular-nums; }
</style>
</head>
<body>
<main><iframe id="film" title="Film"></iframe><pre id="errors" role="alert" hidden></pre></main>
<footer>
<button id="play" type="button">Play</button>
<input id="time" type="range" min="0" max="1" step="0.01" value="0" aria-label="Time">
<output id="clock">0.00 s</output>
</footer>
<script src="/preview.js"></script>
</body>
</html>
`;
}
