import { access } from '../../client/access.ts';
import type { RenderRecord } from '../../renders/render-queries.ts';
import type { PresenceEvent } from '../presence/presence-store.ts';
import type { Entry } from '../sync/edit.ts';

/** Callbacks for the service's events about an open project. */
export interface ProjectNews {
  /** Called with the project's current revision. */
  rev(rev: number): void;
  /** Called with a new entry of the project's history. Any user may have made it, including this one. */
  change(entry: Entry): void;
  /** Called when a file of the account has changed. */
  media(): void;
  /** Called with the place of a window of the Studio that has the project open, or when it was closed. */
  presence(window: PresenceEvent): void;
  /** Called when a comment on the project was added, changed or deleted. */
  comment(): void;
  /** Called with the record of a render of the project that has changed. */
  render(record: Pick<RenderRecord, 'id' | 'status'>): void;
  /** Called when the session has ended. */
  signedOut(): void;
}

/** Polling interval while no event stream is open, in ms. */
const ASK_EVERY_MS = 4_000;

/**
 * Subscribes to a project's events until the returned function is called. Calls `ask` periodically while the event
 * stream is down, and when events may have been missed.
 */
export function followProject(projectId: string, news: ProjectNews, ask: () => void): () => void {
  const source = access().openEvents(projectId);
  let isOpen = false;
  source.addEventListener('open', () => {
    isOpen = true;
    // Fetches what happened before the stream was open.
    ask();
  });
  source.addEventListener('error', () => {
    isOpen = false;
  });
  source.addEventListener('rev', (event) => news.rev(revIn(dataOf(event))));
  source.addEventListener('commands', (received) => {
    const event = dataOf(received);
    if (isEntry(event)) news.change({ ...event, author: { ...event.author, name: '' } });
    else news.rev(revIn(event));
  });
  source.addEventListener('missed', ask);
  source.addEventListener('media', news.media);
  source.addEventListener('comment', news.comment);
  source.addEventListener('presence', (event) => {
    const window = dataOf(event);
    if (isPresence(window)) news.presence(window);
  });
  source.addEventListener('render', (event) => {
    const record = dataOf(event);
    if (isRender(record)) news.render(record);
  });
  source.addEventListener('signed-out', news.signedOut);
  const timer = setInterval(() => {
    if (!isOpen) ask();
  }, ASK_EVERY_MS);
  return () => {
    clearInterval(timer);
    source.close();
  };
}

function dataOf(event: Event): unknown {
  try {
    return JSON.parse(String(Reflect.get(event, 'data')));
  } catch {
    return null;
  }
}

function revIn(event: unknown): number {
  return typeof event === 'object' && event !== null && 'rev' in event && typeof event.rev === 'number' ? event.rev : 0;
}

function isRender(event: unknown): event is Pick<RenderRecord, 'id' | 'status'> {
  return typeof event === 'object' && event !== null && 'id' in event && 'status' in event;
}

function isPresence(event: unknown): event is PresenceEvent {
  return (
    typeof event === 'object' && event !== null && 'windowId' in event && ('isGone' in event || 'clipIds' in event)
  );
}

function isEntry(event: unknown): event is Entry {
  return typeof event === 'object' && event !== null && 'rev' in event && 'changes' in event && 'commands' in event;
}
