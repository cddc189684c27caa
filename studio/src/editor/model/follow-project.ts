import type { Entry } from '../sync/edit.ts';

/** What the service tells of an open project. */
export interface ProjectNews {
  /** It has this rev now. */
  rev(rev: number): void;
  /** Somebody changed it, this editor perhaps. */
  change(entry: Entry): void;
  /** A file of the account changed. */
  media(): void;
  /** Nobody is signed in any more. */
  signedOut(): void;
}

/** How often it is asked while no stream of events is open, in milliseconds. */
const ASK_EVERY_MS = 4_000;

/** Hears what happens to a project until the returned function is called. `ask` is called from time to time when nothing can be heard. */
export function followProject(projectId: string, news: ProjectNews, ask: () => void): () => void {
  const source = new EventSource(`/api/studio/projects/${projectId}/events`);
  let isOpen = false;
  source.addEventListener('open', () => {
    isOpen = true;
    // What happened before it was open.
    ask();
  });
  source.addEventListener('error', () => {
    isOpen = false;
  });
  source.addEventListener('rev', ({ data }) => news.rev(revIn(parsed(data))));
  source.addEventListener('commands', ({ data }) => {
    const event = parsed(data);
    if (isEntry(event)) news.change({ ...event, author: { ...event.author, name: '' } });
    else news.rev(revIn(event));
  });
  source.addEventListener('missed', ask);
  source.addEventListener('media', news.media);
  source.addEventListener('signed-out', news.signedOut);
  const timer = setInterval(() => {
    if (!isOpen) ask();
  }, ASK_EVERY_MS);
  return () => {
    clearInterval(timer);
    source.close();
  };
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return null;
  }
}

function revIn(event: unknown): number {
  return typeof event === 'object' && event !== null && 'rev' in event && typeof event.rev === 'number' ? event.rev : 0;
}

function isEntry(event: unknown): event is Entry {
  return typeof event === 'object' && event !== null && 'rev' in event && 'changes' in event && 'commands' in event;
}
