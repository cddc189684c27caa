import { useEffect, useRef, useState } from 'react';
import { newBatchId } from '../editor/sync/edit.ts';
import type { ReviewService } from './review-service.ts';

/** Interval at which a place that has changed is sent, in ms. */
const LOOK_MS = 2_000;
/** Time between two messages without a change, in ms. The service forgets a guest after 15 s. */
const BEAT_MS = 5_000;

const NO_NAMES: readonly string[] = [];

/**
 * Shares the name of a guest and the time that they watch, in seconds, with the open editors of the project. An empty
 * name is left out. Returns the names of the other people. Messages are best effort.
 */
export function useGuestPresence(service: ReviewService, name: string, atSec: number): readonly string[] {
  const [names, setNames] = useState(NO_NAMES);
  const place = useRef({ name, atSec });
  place.current = { name, atSec };
  useEffect(() => {
    const windowId = newBatchId();
    let sent: typeof place.current | null = null;
    let sentMs = 0;

    async function send(isGone = false): Promise<void> {
      const { name, atSec } = place.current;
      sent = place.current;
      sentMs = Date.now();
      const given = name === '' ? {} : { name };
      try {
        setNames(await service.present({ windowId, playheadSec: atSec, ...given, ...(isGone ? { isGone } : {}) }));
      } catch {
        // The service cannot be reached, or the link has ended: the page shows this elsewhere.
      }
    }

    function look(): void {
      const isSame = sent?.name === place.current.name && sent.atSec === place.current.atSec;
      if (!isSame || Date.now() - sentMs >= BEAT_MS) void send();
    }

    look();
    const timer = setInterval(look, LOOK_MS);
    const leave = () => void send(true);
    addEventListener('pagehide', leave);
    return () => {
      clearInterval(timer);
      removeEventListener('pagehide', leave);
      leave();
    };
  }, [service]);
  return names;
}
