/** What the service tells of an open project. */
export interface ProjectNews {
  /** It has this rev now. */
  rev(rev: number): void;
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
  for (const name of ['rev', 'commands']) {
    source.addEventListener(name, ({ data }) => {
      const event: unknown = parsed(data);
      if (typeof event === 'object' && event !== null && 'rev' in event && typeof event.rev === 'number')
        news.rev(event.rev);
    });
  }
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
