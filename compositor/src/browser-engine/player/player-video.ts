import type { Document as ComposedDocument, MediaFacts } from '@framemill/timeline';
import { isRecord, rateOf, secondsOf, totalFrames } from '@framemill/timeline/rendering';
import type { EngineMedia, EngineMediaTable } from '../client/index.ts';

/** Values of variables by name. */
export type VariableValues = Readonly<Record<string, string | number>>;

/** Video that the player shows: a document with its media. */
export interface PlayerVideo {
  readonly document: ComposedDocument;
  /** Length in seconds, in whole frames. */
  readonly durationSec: number;
  /** Media files by the `src` of the clips. Their paths are names that do not change when the video is loaded again. */
  readonly media: EngineMediaTable;
  /** Absolute addresses of the files, by the paths in `media`. */
  readonly addresses: ReadonlyMap<string, string>;
}

/** Options for loading a video. */
interface LoadOptions {
  /** Values of the document's variables. They are sent to the server, which fills them in. */
  readonly variables: VariableValues;
  /** Whether to ignore the browser's cache, because addresses in the last answer have expired. */
  readonly isFresh: boolean;
  readonly signal: AbortSignal;
}

const refused: ReadonlySet<number> = new Set([401, 403, 410]);

/**
 * Loads a video from its absolute address, without cookies. Throws an `Error` with a sentence for the user when the
 * address is wrong or has expired, and when the answer is not a video. Throws the reason of the signal when it is
 * aborted.
 */
export async function loadVideo(src: string, { variables, isFresh, signal }: LoadOptions): Promise<PlayerVideo> {
  const address = new URL(src);
  if (Object.keys(variables).length > 0) address.searchParams.set('variables', JSON.stringify(variables));
  const request: RequestInit = { credentials: 'omit', cache: isFresh ? 'reload' : 'default', signal };
  const reply = await fetch(address, request).catch((cause: unknown) => {
    signal.throwIfAborted();
    const remedy = 'Check the address and the connection, and that the server allows this page (CORS).';
    throw new Error(`The video could not be loaded from ${withoutQuery(address)}. ${remedy}`, { cause });
  });
  if (!reply.ok) throw new Error(await refusalOf(reply, address));
  const json: unknown = await reply.json().catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new Error(`The answer of ${withoutQuery(address)} is not JSON. Check the address of the video.`, { cause });
  });
  return readVideo(json, reply.url);
}

/** Returns a sentence about an answer that is not a video: that of the server, when it has one. */
async function refusalOf(reply: Response, address: URL): Promise<string> {
  const body: unknown = await reply.json().catch(() => null);
  if (isRecord(body) && isRecord(body.error) && typeof body.error.message === 'string') return body.error.message;
  if (refused.has(reply.status)) return 'The address of this video has expired or is not valid. Reload the page.';
  const place = withoutQuery(address);
  return `The video could not be loaded from ${place} (HTTP status ${reply.status}). Check the address.`;
}

/**
 * Returns the video that parsed JSON describes. Addresses of media in it are relative to `base`. Throws an `Error` that
 * names the part that is missing or wrong.
 */
function readVideo(json: unknown, base: string): PlayerVideo {
  const { document, media } = isRecord(json) ? json : {};
  if (!isRecord(document) || !isRecord(media)) throw notVideo('it has no "document" or no "media"');
  const { settings, clips, tracks } = document;
  if (!isRecord(settings) || !Array.isArray(clips) || !Array.isArray(tracks)) {
    throw notVideo('its document has no "settings", "tracks" or "clips"');
  }
  for (const name of ['width', 'height', 'fps']) {
    const value = settings[name];
    if (typeof value !== 'number' || !(value > 0)) throw notVideo(`settings.${name} must be a number above 0`);
  }
  // Servers have checked the document; the engine reports clips that it cannot draw.
  const composed = document as unknown as ComposedDocument;
  const table: Record<string, EngineMedia> = {};
  const addresses = new Map<string, string>();
  for (const [src, file] of Object.entries(media)) {
    const { url, previewUrl, facts } = isRecord(file) ? file : {};
    if (typeof url !== 'string' || !isRecord(facts) || typeof facts.mimeType !== 'string') {
      throw notVideo(`the file "${src}" in "media" has no "url" or no "facts"`);
    }
    const name = encodeURIComponent(src);
    const path = `media:${name}`;
    addresses.set(path, addressIn(src, url, base));
    // As above: the facts are those that the server has stored.
    const ofFile = { path, facts: facts as unknown as MediaFacts };
    if (typeof previewUrl !== 'string') table[src] = ofFile;
    else {
      const previewPath = `preview:${name}`;
      addresses.set(previewPath, addressIn(src, previewUrl, base));
      table[src] = { ...ofFile, previewPath };
    }
  }
  const durationSec = secondsOf(totalFrames(composed), rateOf(composed.settings.fps));
  return { document: composed, durationSec, media: table, addresses };
}

function addressIn(src: string, url: string, base: string): string {
  if (URL.canParse(url, base)) return new URL(url, base).href;
  throw notVideo(`the address of the file "${src}" cannot be used (got "${url.slice(0, 60)}")`);
}

function notVideo(reason: string): Error {
  return new Error(`The answer is not a Framemill video: ${reason}. Check the address of the video.`);
}

/** Returns an address for messages, without its query. */
function withoutQuery({ origin, pathname }: URL): string {
  return origin === 'null' ? pathname : origin + pathname;
}

/**
 * Returns the values of the attribute `variables`, a JSON object of strings and numbers; none when it is absent. Throws
 * an `Error` for other texts.
 */
export function readVariables(text: string | null): VariableValues {
  if (text === null || text.trim() === '') return {};
  const values = parsed(text);
  const isFine =
    isRecord(values) && Object.values(values).every((value) => typeof value === 'string' || Number.isFinite(value));
  if (isFine) return values as VariableValues;
  const got = `(got ${JSON.stringify(text.slice(0, 60))})`;
  throw new Error(
    `The attribute "variables" must be a JSON object of strings and numbers, such as {"name":"Ada"} ${got}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
