import type { QueryClient } from '@tanstack/react-query';
import type { BatchRecord } from '../batches/batch-queries.ts';
import type { RenderRecord } from '../renders/render-queries.ts';
import { useSession } from '../session/session.ts';

/** Event that the service sends to the open pages of an account. */
export type AccountEvent =
  | { name: 'render'; data: RenderRecord }
  | { name: 'render-removed'; data: { renderId: string } }
  | { name: 'batch'; data: BatchRecord }
  | { name: 'media'; data: { mediaId: string } }
  | { name: 'project'; data: { projectId: string; rev: number | null } }
  | { name: 'missed'; data: object }
  | { name: 'signed-out'; data: object };

const names: readonly AccountEvent['name'][] = [
  ...(['render', 'render-removed', 'batch', 'media', 'project', 'missed', 'signed-out'] as const),
];

/** Delay before an event stream that the service refused is opened again, in ms. */
const AGAIN_MS = 5_000;

/**
 * Subscribes to the account's events and writes them into the query cache. Returns a function that unsubscribes.
 * One browser window keeps the stream open and forwards the events to the other windows. A stream in each window would
 * use up the browser's limit of six connections to a host.
 */
export function followAccount(client: QueryClient): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel('framemill-events');
  channel.onmessage = ({ data }: MessageEvent<AccountEvent>) => take(client, data);
  const hold = () =>
    holdStream(stop.signal, (event) => {
      take(client, event);
      channel.postMessage(event);
    });
  // Without locks (plain http on another machine) each window has its own stream.
  const held = navigator.locks ? navigator.locks.request('framemill-events', { signal: stop.signal }, hold) : hold();
  held.catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
  return () => {
    stop.abort();
    channel.close();
  };
}

/** Keeps the event stream open and passes its events to `onEvent`. Resolves when `signal` is aborted. */
function holdStream(signal: AbortSignal, onEvent: (event: AccountEvent) => void): Promise<void> {
  return new Promise((resolve) => {
    let source: EventSource | null = null;
    let timer: number | undefined;
    let wasOpen = false;
    const open = () => {
      source = new EventSource('/api/studio/events');
      source.addEventListener('ready', () => {
        // Events between two streams are lost.
        if (wasOpen) onEvent({ name: 'missed', data: {} });
        wasOpen = true;
      });
      for (const name of names) {
        source.addEventListener(name, ({ data }: MessageEvent<string>) => onEvent({ name, data: JSON.parse(data) }));
      }
      // EventSource reconnects by itself, unless the service refused the stream.
      source.onerror = () => {
        if (source?.readyState === EventSource.CLOSED) timer = window.setTimeout(open, AGAIN_MS);
      };
    };
    open();
    signal.addEventListener('abort', () => {
      source?.close();
      clearTimeout(timer);
      resolve();
    });
  });
}

function take(client: QueryClient, event: AccountEvent): void {
  switch (event.name) {
    case 'render':
      takeRender(client, event.data);
      return;
    case 'render-removed':
      void client.invalidateQueries({ queryKey: ['renders', 'list'] });
      return;
    case 'batch':
      client.setQueryData(['batches', event.data.id], event.data);
      void client.invalidateQueries({ queryKey: ['batches', event.data.id, 'items'] });
      void client.invalidateQueries({ queryKey: ['batches', 'list'] });
      return;
    case 'media':
      void client.invalidateQueries({ queryKey: ['media'] });
      return;
    case 'project':
      void client.invalidateQueries({ queryKey: ['projects'] });
      return;
    case 'missed':
      void client.invalidateQueries();
      return;
    case 'signed-out':
      useSession.getState().ended();
  }
}

interface RenderPages {
  pages: { renders: RenderRecord[] }[];
}

function takeRender(client: QueryClient, render: RenderRecord): void {
  client.setQueryData(['renders', render.id], render);
  void client.invalidateQueries({ queryKey: ['render-map', render.id] });
  const lists = client.getQueriesData<RenderPages>({ queryKey: ['renders', 'list'] });
  for (const [key, data] of lists) {
    const isShown = data?.pages.some(({ renders }) => renders.some(({ id }) => id === render.id));
    if (!isShown) {
      void client.invalidateQueries({ queryKey: key });
      continue;
    }
    client.setQueryData<RenderPages>(key, {
      ...data,
      pages: (data?.pages ?? []).map((page) => ({
        ...page,
        renders: page.renders.map((known) => (known.id === render.id ? render : known)),
      })),
    });
  }
}
