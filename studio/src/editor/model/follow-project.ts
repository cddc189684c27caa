/** What the service tells of an open project. */
export interface ProjectNews {
  /** It has this rev now. */
  rev(rev: number): void;
  /** A render, an ingest or a file changed. */
  other(type: string, data: unknown): void;
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
  source.addEventListener('message', ({ data }) => {
    const event: unknown = parsed(data);
    if (typeof event !== 'object' || event === null || !('type' in event)) return;
    if (event.type === 'commands' && 'rev' in event && typeof event.rev === 'number') news.rev(event.rev);
    else news.other(String(event.type), event);
  });
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
