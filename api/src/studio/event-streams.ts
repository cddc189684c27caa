import { type Logger, type Redis, redisReady } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionGuard } from '../sessions/session-guard.ts';

/** Subscriptions of this process to Redis channels. All subscribers share one connection. */
export interface EventHub {
  /**
   * Subscribes to a channel and returns the function that unsubscribes. Throws when Redis is unavailable.
   * `onEvent` receives each published message, parsed as JSON. It receives null after a lost connection, when messages
   * may have been missed.
   */
  listen(channel: string, onEvent: (event: unknown) => void): Promise<() => void>;
  close(): void;
}

/** Maximum time that a new subscription waits for a lost Redis connection to be restored, in ms. */
const READY_MS = 2_000;

/**
 * Server-sent event with its name and JSON data.
 * Browsers send the last `id` back as `Last-Event-ID` when they reconnect.
 */
export interface StreamEvent {
  name: string;
  data: unknown;
  id?: string;
}

/** Owner, channels and first events of a stream. */
export interface StreamOptions {
  /** Id of the account or embed session whose streams are counted. */
  ownerId: string;
  /** Throws a `FramemillError` when the caller may no longer listen. Default: it has no valid session. */
  check?: () => Promise<unknown>;
  /**
   * Redis channels by name, each with a function that converts a message to any number of stream events. The function
   * receives null when messages may have been missed. If it returns `[{ name: 'missed', data: {} }]`, the page reloads
   * its data.
   */
  channels: Record<string, (event: unknown) => readonly StreamEvent[]>;
  /** Returns the first events of the stream. Called after all channels are subscribed, so no later change is missed. */
  begin?: () => Promise<readonly StreamEvent[]>;
}

/** Server-sent event streams for the service's pages. */
export interface EventStreams {
  /**
   * Answers a request with an open event stream.
   * The stream ends when the page disconnects or stops reading, when the session ends (after an event `signed-out`),
   * and when the service stops. Pages reconnect by themselves. Throws `rate_limited` when the owner has too many
   * streams, and `unavailable` when Redis is unavailable.
   */
  open(request: FastifyRequest, reply: FastifyReply, options: StreamOptions): Promise<FastifyReply>;
  /** Closes all streams and the Redis connection. */
  close(): void;
}

/** Maximum number of open streams per owner and process. */
const MOST_OF_OWNER = 40;
/** Interval between heartbeats, in ms. Proxies close connections that are silent for a minute. */
const BEAT_MS = 15_000;
/** Number of heartbeats between two checks whether the user's sign-in session is still valid. */
const BEATS_A_CHECK = 2;
/**
 * Maximum amount of data in a stream that the browser has not read yet, in bytes, without the system's socket buffers.
 * Eight events of maximum size fit.
 */
const MOST_UNREAD = 262_144;
/** Time that a page has to receive the last events when its stream ends, in ms. */
const LAST_WORDS_MS = 500;
/** Delay before a page reconnects, in ms; sent to it as `retry`. */
const RETRY_MS = 1_500;

/** Creates the event streams of this process. Tests shorten `beatMs`, the interval between heartbeats. */
export function createEventStreams(
  deps: { redis: Redis; log: Logger },
  sessions: Pick<SessionGuard, 'session'>,
  { beatMs = BEAT_MS }: { beatMs?: number } = {},
): EventStreams {
  const hub = createEventHub(deps);
  const held = new Map<string, number>();
  const ends = new Set<() => void>();

  function enter(ownerId: string): () => void {
    const count = held.get(ownerId) ?? 0;
    if (count >= MOST_OF_OWNER) {
      const message = `There are already ${MOST_OF_OWNER} open pages with live updates. Close some of them.`;
      throw new FramemillError('rate_limited', message, { retryAfterSec: 30 });
    }
    held.set(ownerId, count + 1);
    return () => {
      const left = (held.get(ownerId) ?? 1) - 1;
      if (left > 0) held.set(ownerId, left);
      else held.delete(ownerId);
    };
  }

  return {
    async open(request, reply, { ownerId, channels, begin, check = () => sessions.session(request) }) {
      const leave = enter(ownerId);
      const { raw } = reply;
      /** Events that arrive before the response begins; null once it has begun. */
      let early: StreamEvent[] | null = [];
      const stops: (() => void)[] = [leave];
      const write = (text: string) => {
        raw.write(text);
        // A page that stops reading must not exhaust memory. It reconnects and reloads its data.
        if (raw.writableLength > MOST_UNREAD) raw.destroy();
      };
      const send = (events: readonly StreamEvent[]) => {
        if (early) early.push(...events);
        else for (const event of events) write(eventText(event));
      };
      const stop = () => {
        for (const undo of stops.splice(0)) undo();
      };
      try {
        for (const [channel, toEvents] of Object.entries(channels)) {
          stops.push(await hub.listen(channel, (event) => send(toEvents(event))));
        }
        const first = (await begin?.()) ?? [];
        reply.hijack();
        raw.writeHead(200, {
          ...definedHeaders(reply),
          'Content-Type': 'text/event-stream; charset=utf-8',
          'Cache-Control': 'no-store',
          // A connection kept alive for another request would delay a stopping service.
          Connection: 'close',
          // Stops proxies from buffering some kilobytes first.
          'X-Accel-Buffering': 'no',
        });
        const waited = early;
        early = null;
        write(`retry: ${RETRY_MS}\n\n`);
        send([{ name: 'ready', data: {} }, ...first, ...waited]);
      } catch (error) {
        stop();
        if (error instanceof FramemillError || reply.sent) throw error;
        throw new FramemillError('unavailable', 'Live updates are unavailable. Try again later.', {}, { cause: error });
      }
      let beats = 0;
      const beat = setInterval(() => {
        beats += 1;
        write(':\n\n');
        if (beats % BEATS_A_CHECK === 0) void endWhenOver();
      }, beatMs);
      const endWhenOver = async () => {
        try {
          await check();
        } catch (error) {
          // A failing database query does not end a session.
          if (!(error instanceof FramemillError)) return;
          raw.end(eventText({ name: 'signed-out', data: {} }));
        }
      };
      const end = () => {
        raw.end();
        // A page that does not read does not notice the end either.
        setTimeout(() => raw.destroy(), LAST_WORDS_MS).unref();
      };
      ends.add(end);
      stops.push(
        () => clearInterval(beat),
        () => ends.delete(end),
      );
      raw.once('close', stop);
      if (raw.destroyed) stop();
      return reply;
    },
    close() {
      for (const end of [...ends]) end();
      hub.close();
    },
  };
}

function eventText({ name, data, id }: StreamEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

function definedHeaders(reply: FastifyReply): Record<string, string | string[]> {
  const entries = Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, Array.isArray(value) ? value : String(value)]));
}

/** Creates the event hub of this process. */
function createEventHub({ redis, log }: { redis: Redis; log: Logger }): EventHub {
  const listeners = new Map<string, Set<(event: unknown) => void>>();
  const subscriber = redis.duplicate({ enableOfflineQueue: true, maxRetriesPerRequest: null });
  let wasReady = false;
  subscriber.on('error', (error) => log.warn({ err: error }, 'event subscription error'));
  subscriber.on('message', (channel: string, text: string) => {
    const event = parsed(text);
    if (event === undefined) return log.warn({ channel }, 'a published event is not JSON');
    for (const hear of listeners.get(channel) ?? []) hear(event);
  });
  subscriber.on('ready', () => {
    if (wasReady) for (const ears of listeners.values()) for (const hear of ears) hear(null);
    wasReady = true;
  });

  return {
    async listen(channel, onEvent) {
      await redisReady(subscriber, READY_MS, READY_MS);
      const ears = listeners.get(channel) ?? new Set();
      listeners.set(channel, ears.add(onEvent));
      // Awaited for every subscriber: of two concurrent ones, the second must not return before the channel is
      // subscribed.
      await subscriber.subscribe(channel);
      return () => {
        ears.delete(onEvent);
        if (ears.size > 0 || listeners.get(channel) !== ears) return;
        listeners.delete(channel);
        subscriber
          .unsubscribe(channel)
          .catch((error: unknown) => log.debug({ err: error }, 'a channel could not be unsubscribed'));
      };
    },
    close: () => subscriber.disconnect(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
