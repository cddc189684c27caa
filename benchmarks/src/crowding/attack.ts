import type { Random } from '@framemill/scheduler/simulator';
import type { CrowdWorld } from './world.ts';

/**
 * How a client behaves. `call`: asks and reads the answer. `held`: reads for as long as it may, such as an event stream. `unread`: asks
 * and reads nothing. `slow`: reads a little now and then. `trickled`: sends its body byte by byte. `pipelined`: asks many times over one
 * connection and reads nothing.
 */
export type Manner = 'call' | 'held' | 'unread' | 'slow' | 'trickled' | 'pipelined';

/** One request of the crowding account. */
export interface Call {
  readonly method: string;
  /** Path and query, from the host's root. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Who asks: an API key when absent, the account's session in the browser, nobody, or a key that does not exist. */
  readonly as?: 'session' | 'nobody' | 'stranger';
}

/** A way to take what other accounts need. */
export interface Attack {
  /** Names it in reports; unique. */
  readonly name: string;
  /** The route that it is made for by hand, as `METHOD /path/:id`; absent: none in particular. */
  readonly on?: string;
  /** Default `call`. */
  readonly manner?: Manner;
  /** Statuses besides those of `isReached` that mean that the route did its work. */
  readonly accepts?: readonly number[];
  /** Draws one request. */
  make(world: CrowdWorld, random: Random): Call;
}

/** A request with a JSON body. */
export const json = (method: string, path: string, body: unknown): Call => ({
  method,
  path,
  body: JSON.stringify(body),
});

/** A request without a body. */
export const get = (path: string): Call => ({ method: 'GET', path });

/** A message of JSON-RPC. */
export const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });

/** The message that calls a tool of the MCP server. */
export const tool = (name: string, input: object, id = 1) => rpc('tools/call', { name, arguments: input }, id);

/** A request to the MCP server. */
export const mcp = (message: object): Call => ({
  ...json('POST', '/api/mcp', message),
  headers: { accept: 'application/json, text/event-stream' },
});

/** What an MP4 begins with: without it a file is refused before a node looks at it. */
const mp4Head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

/** A multipart form with one file of noise that begins like an MP4, as body and header. */
export function form(sizeBytes: number, name = 'noise.mp4'): Pick<Call, 'body' | 'headers'> {
  const boundary = 'crowding-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: video/mp4\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    mp4Head,
    Buffer.alloc(sizeBytes, 7),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/** Whether answers show that an attack does something: a mistaken request gets 400, 401, 403, 404 or the like alone. */
export function isReached({ accepts = [] }: Attack, statuses: Readonly<Record<string, number>>): boolean {
  const works = new Set(['402', '409', '429', '501', '502', '503', 'open', 'cut', ...accepts.map(String)]);
  return Object.keys(statuses).some((status) => works.has(status) || /^[23]/.test(status));
}
