import { api } from '../../client/api.ts';
import { answerOf } from '../../client/api-error.ts';
import type { Editor } from '../model/editor-store.ts';
import type { Entry } from '../sync/edit.ts';
import { clearPresence, noteChange, setOthers, usePresence } from './presence-store.ts';

/** Least time between two messages, in ms: after a press or a key, and during playback. */
const SOON_MS = 500;
const PLAYING_MS = 1_000;
/** Time between two messages without a change, in ms. The service forgets a window after 15 s. */
const BEAT_MS = 5_000;
/** Largest number of selected clips of a message. */
const MOST_CLIPS = 50;

/** Presence of an open editor. */
export interface SharedPresence {
  /** Id of this window, by which it finds its own events. */
  windowId: string;
  /** Shows a change that was made outside of this window. */
  noteChange(entry: Entry): void;
  stop(): void;
}

/**
 * Shares the playhead and the selection of an editor with the other editors of its project until `stop` is called.
 * While there are no others, it sends one message every `BEAT_MS`. Messages are best effort.
 */
export function sharePresence({ store }: Editor): SharedPresence {
  const windowId = crypto.randomUUID();
  const { projectId } = store.getState();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sentMs = 0;
  let isStopped = false;

  async function send(isGone = false): Promise<void> {
    const { playheadSec, selection } = store.getState();
    const body = { windowId, playheadSec, clipIds: selection.slice(0, MOST_CLIPS), ...(isGone ? { isGone } : {}) };
    sentMs = Date.now();
    try {
      const call = api.POST('/api/studio/projects/{id}/presence', { params: { path: { id: projectId } }, body });
      const others = await answerOf(call);
      if (!isStopped) setOthers(others);
    } catch {
      // The service cannot be reached, or the session has ended: the editor shows this elsewhere.
    }
  }

  function plan(delayMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      void send();
      plan(BEAT_MS);
    }, delayMs);
  }

  const unfollow = store.subscribe((state, before) => {
    if (state.playheadSec === before.playheadSec && state.selection === before.selection) return;
    if (!usePresence.getState().windows.some(({ kind }) => kind === 'editor')) return;
    const pauseMs = state.rate === 0 ? SOON_MS : PLAYING_MS;
    plan(Math.max(0, sentMs + pauseMs - Date.now()));
  });
  clearPresence();
  plan(0);

  return {
    windowId,
    noteChange(entry) {
      // The answer to a message has the names of programs.
      if (noteChange(entry)) plan(Math.max(0, sentMs + SOON_MS - Date.now()));
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      unfollow();
      clearPresence();
      void send(true);
    },
  };
}
