import type { Random } from '@framemill/scheduler/simulator';
import type { CrowdWorld } from './world.ts';

/**
 * Behaviour of a client during an attack. `call` sends a request and reads the response. `held` keeps reading, for
 * example an event stream. `unread` reads nothing of the response. `slow` reads a little of the response from time to
 * time. `trickled` sends the body byte by byte. `pipelined` sends many requests over one connection and reads nothing.
 */
export type Manner = 'call' | 'held' | 'unread' | 'slow' | 'trickled' | 'pipelined';

/** Request of the attacking account. */
export interface Call {
  readonly method: string;
  /** Path and query, from the root of the host. */
  readonly path: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Credentials of the request: by default an API key; otherwise the account's browser session, none, or a key that
   * does not exist.
   */
  readonly as?: 'session' | 'nobody' | 'stranger';
}

/** Type of attack: a way for one account to use up resources that other accounts need. */
export interface Attack {
  /** Unique name in reports. */
  readonly name: string;
  /** Route that the attack was written for, as `METHOD /path/:id`. Absent for attacks on no particular route. */
  readonly on?: string;
  /** Behaviour of the client; default `call`. */
  readonly manner?: Manner;
  /** Further HTTP statuses that show that the route did its work, in addition to those of `isReached`. */
  readonly accepts?: readonly number[];
  /** Creates a random request of the attack. */
  make(world: CrowdWorld, random: Random): Call;
}

/** Returns a request with a JSON body. */
export const json = (method: string, path: string, body: unknown): Call => ({
  method,
  path,
  body: JSON.stringify(body),
});

/** Returns a GET request without a body. */
export const get = (path: string): Call => ({ method: 'GET', path });

/** Returns a JSON-RPC message. */
export const rpc = (method: string, params: object = {}, id = 1) => ({ jsonrpc: '2.0', id, method, params });

/** Returns the JSON-RPC message that calls a tool of the MCP server. */
export const tool = (name: string, input: object, id = 1) => rpc('tools/call', { name, arguments: input }, id);

/** Returns a request to the MCP server. */
export const mcp = (message: object): Call => ({
  ...json('POST', '/api/mcp', message),
  headers: { accept: 'application/json, text/event-stream' },
});

/** First bytes of an MP4 file. The API rejects files without them before any node probes them. */
const mp4Head = Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isommp42', 'latin1');

/** Returns body and headers of a multipart form with one file, which starts like an MP4 and contains constant bytes. */
export function form(sizeBytes: number, name = 'noise.mp4'): Pick<Call, 'body' | 'headers'> {
  const boundary = 'crowding-boundary';
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ` +
    `video/mp4\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    mp4Head,
    Buffer.alloc(sizeBytes, 7),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

/**
 * Returns whether at least one request of an attack got past the API's checks to the work of its route. `statuses` has
 * the number of requests by HTTP status, or by `open`, `cut` or `error` for requests without a response (see `send`). A
 * request got there if its status is 2xx, 3xx, 402, 409, 429, 501, 502, 503, `open`, `cut` or in `accepts`. Any other
 * status, such as 400, 401, 403 or 404, counts as a refusal.
 */
export function isReached({ accepts = [] }: Attack, statuses: Readonly<Record<string, number>>): boolean {
  const works = new Set(['402', '409', '429', '501', '502', '503', 'open', 'cut', ...accepts.map(String)]);
  return Object.keys(statuses).some((status) => works.has(status) || /^[23]/.test(status));
}

/** Times of a call of an attack, in ms since the epoch. */
export interface CallTime {
  readonly attack: string;
  readonly atMs: number;
  readonly endMs: number;
}

/** Minimum number of responses for a meaningful mean. */
const fewest = 5;
/**
 * Factor by which responses during an attack's calls must be slower than the mean of all responses for the attack to be
 * reported.
 */
const standsOut = 1.3;

/**
 * Returns the attack during whose calls the measured customer's responses took longest on average. Returns null when
 * that average is at most `standsOut` times the average of all responses. Attacks with fewer than `fewest` responses
 * during their calls are ignored. A single attack is always returned.
 */
export function suspectOf(
  calls: readonly CallTime[],
  answers: readonly { readonly atMs: number; readonly tookMs: number }[],
): string | null {
  const mean = (some: readonly { tookMs: number }[]) => some.reduce((sum, { tookMs }) => sum + tookMs, 0) / some.length;
  const all = mean(answers);
  const names = [...new Set(calls.map(({ attack }) => attack))];
  if (names.length === 1) return names[0] ?? null;
  const found = names.flatMap((attack) => {
    const mine = calls.filter((call) => call.attack === attack);
    const during = answers.filter(({ atMs, tookMs }) =>
      mine.some((call) => call.atMs <= atMs + tookMs && call.endMs >= atMs),
    );
    return during.length < fewest ? [] : [{ attack, meanMs: mean(during) }];
  });
  const worst = found.reduce<(typeof found)[number] | null>((a, b) => (a && a.meanMs >= b.meanMs ? a : b), null);
  return worst && worst.meanMs > all * standsOut ? worst.attack : null;
}
