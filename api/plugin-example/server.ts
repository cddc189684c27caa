import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { contrast, palette } from './palette.ts';

/**
 * Maximum age of a signed call, in seconds. Older calls are refused, because they may be replays of intercepted ones.
 */
const MAX_AGE_SEC = 300;

const tools: Record<string, (input: Record<string, unknown>) => unknown> = {
  palette: ({ color, count = 5 }) => ({ colors: palette(String(color), Number(count)) }),
  contrast: ({ background }) => contrast(String(background)),
};

/**
 * Creates an HTTP server that runs this plugin's tools.
 * Calls must be signed with `secret` (`whsec_...`); unsigned ones get 401, and unknown tools 404.
 */
export function createPluginServer(secret: string): Server {
  return createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString('utf8');
    const answer = (status: number, json: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    };
    const tool = tools[request.url?.slice(1) ?? ''];
    if (request.method !== 'POST' || !tool) answer(404, { error: 'no such tool' });
    else if (!isSigned(request, body, secret)) answer(401, { error: 'the signature is missing, wrong or old' });
    else answer(200, { result: tool(JSON.parse(body).arguments) });
  });
}

/**
 * Whether a call has a valid and recent signature by Standard Webhooks 1.0.
 * The signature is an HMAC-SHA256 over `id.timestamp.body`. Its key is the base64-decoded part of the secret after
 * `whsec_`.
 */
function isSigned({ headers }: IncomingMessage, body: string, secret: string): boolean {
  const id = headers['webhook-id'];
  const timestamp = Number(headers['webhook-timestamp']);
  const given = String(headers['webhook-signature'] ?? '').split(' ');
  if (!id || !(Math.abs(Date.now() / 1_000 - timestamp) < MAX_AGE_SEC)) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const right = Buffer.from(`v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`);
  return given.some((one) => one.length === right.length && timingSafeEqual(Buffer.from(one), right));
}
