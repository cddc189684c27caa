import { type FromEditor, isToEditor } from '@framemill/api/embed-messages';

/** Page that shows the editor in a frame. */
export interface HostPage {
  /** Sets the origins that the page may have. Until then, only errors are sent. */
  allow(origins: readonly string[]): void;
  /** Sends a message, once the page has connected. */
  send(message: FromEditor): void;
}

/** Maximum number of messages that wait for the page to connect. */
const MOST_WAITING = 100;

/**
 * Listens to the page that embeds this window. It connects by a message, whose origin receives all messages. Messages
 * of other windows are ignored. In a window of its own, the editor has no such page, and nothing is sent.
 */
export function listenToHost(): HostPage {
  /** Origin of the last message that connects; null before the first. */
  let origin: string | null = null;
  let allowed: readonly string[] | null = null;
  const waiting: FromEditor[] = [];

  function flush(): void {
    if (origin === null || (allowed !== null && !allowed.includes(origin))) return;
    const ready = allowed === null ? waiting.filter(({ framemill }) => framemill === 'error') : waiting;
    for (const message of ready) parent.postMessage(message, origin);
    const sent = new Set(ready);
    waiting.splice(0, waiting.length, ...waiting.filter((message) => !sent.has(message)));
  }

  addEventListener('message', ({ source, origin: from, data }: MessageEvent<unknown>) => {
    if (parent === window || source !== parent || !isToEditor(data)) return;
    origin = from;
    flush();
  });
  return {
    allow(origins) {
      allowed = origins;
      flush();
    },
    send(message) {
      if (waiting.length < MOST_WAITING) waiting.push(message);
      flush();
    },
  };
}
