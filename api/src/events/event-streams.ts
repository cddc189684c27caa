import type { Logger, Redis } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SessionGate } from '../sessions/session-gate.ts';
import { createEventHub } from './event-hub.ts';

/** One event of a stream: its name, and data that become JSON. `id` comes back as `Last-Event-ID` when the page connects again. */
export interface StreamEvent {
  name: string;
  data: unknown;
  id?: string;
}

/** What a page is to hear of. */
export interface StreamOptions {
  accountId: string;
  /**
   * Channels, each with what becomes of its events on the way to the page: several, one or none. null comes when something may have been
   * missed; `[{ name: 'missed', data: {} }]` has the page read anew.
   */
  channels: Record<string, (event: unknown) => readonly StreamEvent[]>;
  /** Sent once all channels are open: nothing that happens after what it says is missed. */
  begin?: () => Promise<readonly StreamEvent[]>;
}

/** Server-sent events for pages. */
export interface EventStreams {
  /**
   * Answers a request with a stream that stays open. It ends when the page goes, when the session has ended (after an event
   * `signed-out`), when the page does not read, and when the service stops; pages connect again by themselves. Throws
   * `rate_limited` when the account has too many, `unavailable` when Redis is away.
   */
  open(request: FastifyRequest, reply: FastifyReply, options: StreamOptions): Promise<FastifyReply>;
  /** Ends all streams. */
  close(): void;
}

/** Streams of one account in one process. */
const MOST_OF_ACCOUNT = 40;
/** Between signs of life, in milliseconds: proxies cut off what is silent for a minute. */
const BEAT_MS = 15_000;
/** Every so many beats the session is looked at. */
const BEATS_A_CHECK = 2;
/** Bytes that a page may leave unread, behind those that the system's buffers hold: eight of the largest events. */
const MOST_UNREAD = 262_144;
/** What a page has to read the rest when its stream ends, in milliseconds. */
const LAST_WORDS_MS = 500;
/** How long a page waits before it connects again, in milliseconds. */
const RETRY_MS = 1_500;

/** Makes those of one process. */
export function createEventStreams(
  deps: { redis: Redis; log: Logger },
  sessions: Pick<SessionGate, 'session'>,
  { beatMs = BEAT_MS }: { beatMs?: number } = {},
): EventStreams {
  const hub = createEventHub(deps);
  const held = new Map<string, number>();
  const ends = new Set<() => void>();

  function enter(accountId: string): () => void {
    const count = held.get(accountId) ?? 0;
    if (count >= MOST_OF_ACCOUNT) {
      const message = `This account has ${MOST_OF_ACCOUNT} pages open already. Close some of them.`;
      throw new FramemillError('rate_limited', message, { retryAfterSec: 30 });
    }
    held.set(accountId, count + 1);
    return () => {
      const left = (held.get(accountId) ?? 1) - 1;
      if (left > 0) held.set(accountId, left);
      else held.delete(accountId);
    };
  }

  return {
    async open(request, reply, { accountId, channels, begin }) {
      const leave = enter(accountId);
      const { raw } = reply;
      /** What comes before the stream has begun. */
      let early: StreamEvent[] | null = [];
      const stops: (() => void)[] = [leave];
      const write = (text: string) => {
        raw.write(text);
        // A page that does not read must not fill the memory: it connects again and reads anew.
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
          // A connection that was kept for another request would keep a service that stops.
          Connection: 'close',
          // Proxies would wait until they have some kilobytes.
          'X-Accel-Buffering': 'no',
        });
        const waited = early;
        early = null;
        write(`retry: ${RETRY_MS}\n\n`);
        send([{ name: 'ready', data: {} }, ...first, ...waited]);
      } catch (error) {
        stop();
        if (error instanceof FramemillError || reply.sent) throw error;
        throw new FramemillError('unavailable', 'Events cannot be heard now. Try again later.', {}, { cause: error });
      }
      let beats = 0;
      const beat = setInterval(() => {
        beats += 1;
        write(':\n\n');
        if (beats % BEATS_A_CHECK === 0) void check();
      }, beatMs);
      const check = async () => {
        try {
          await sessions.session(request);
        } catch (error) {
          // A database that is away has ended nobody's session.
          if (!(error instanceof FramemillError)) return;
          raw.end(eventText({ name: 'signed-out', data: {} }));
        }
      };
      const end = () => {
        raw.end();
        // A page that does not read does not see the end either.
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
