import type { Document } from '@framemill/timeline';
import type { Edit, Entry, ProjectService } from './edit.ts';
import {
  addEdit,
  dropEdit,
  type EditorContext,
  openSync,
  reopenSync,
  resolveConflict,
  type SyncState,
  type Tried,
  takeEntries,
} from './sync-state.ts';

/** Connection state between the editor and the service. */
export type Connection = 'saved' | 'saving' | 'offline' | 'signed-out';

/** Callbacks for changes of the sync state. */
export interface SyncListener {
  /** Called when the state or the connection has changed. */
  changed(state: SyncState, connection: Connection): void;
  /**
   * Called when the service refused an edit, or the edit could not be applied after the changes of other users. The
   * edit is then no longer in the document.
   */
  refused(edit: Edit, problem: string): void;
  /** Called when the service has confirmed a local edit as revision `rev`. */
  confirmed?(edit: Edit, rev: number): void;
  /** Called with changes that other users made. */
  foreign?(entries: readonly Entry[]): void;
}

/** Maximum delay between two tries while the service cannot be reached, in ms. */
const LONGEST_WAIT_MS = 10_000;

/**
 * Open project. It applies edits locally at once, sends them to the service in order, each after the response to the
 * previous one, and merges the changes of other users.
 */
export interface ProjectSync {
  state(): SyncState;
  connection(): Connection;
  /** Applies an edit locally and queues it for sending. */
  add(edit: Edit): Tried;
  settle(batchId: string, mine: boolean): Tried;
  /** Notes that the service has revision `rev`. Missing changes are then fetched. */
  noteRev(rev: number): void;
  /** Merges changes that the event stream delivered. If a revision is missing before them, it is fetched. */
  take(entries: readonly Entry[]): void;
  /** Retries immediately, for example after a sign-in or when the network is available again. */
  wake(): void;
  /** Resolves when no edit is being sent or queued. */
  idle(): Promise<void>;
  close(): void;
}

/** Arguments of `openProjectSync`. */
export interface SyncOptions {
  service: ProjectService;
  document: Document;
  rev: number;
  context: EditorContext;
  listener: SyncListener;
  /** Unconfirmed edits of earlier visits. They are sent again with their old batch ids. */
  unsent?: readonly Edit[];
  /** Replacement for the delay between tries, for tests. */
  wait?: (ms: number) => Promise<void>;
}

/** Opens a project for editing. The caller closes it. */
export function openProjectSync(options: SyncOptions): ProjectSync {
  const { service, context, listener } = options;
  let state = openSync(options.document, options.rev);
  let connection: Connection = 'saved';
  let isClosed = false;
  let isRunning = false;
  let failures = 0;
  /** Highest revision that the service is known to have. */
  let known = options.rev;
  let wakeUp: (() => void) | null = null;
  let idleWaiters: (() => void)[] = [];

  for (const edit of options.unsent ?? []) {
    const tried = addEdit(state, edit, context);
    // An edit that can no longer be applied may already be saved: the service decides.
    state = tried.problem === null ? tried.state : withBlind(state, edit);
  }

  function put(next: SyncState, status: Connection = connection): void {
    if (isClosed || (next === state && status === connection)) return;
    const before = state;
    state = next;
    connection = status;
    confirm(before);
    listener.changed(state, connection);
  }

  function confirm(before: SyncState): void {
    for (const { edit } of before.pending) {
      const done = state.inverses.get(edit.batchId);
      if (done && !before.inverses.has(edit.batchId)) listener.confirmed?.(edit, done.rev);
    }
  }

  function take(entries: readonly Entry[]): void {
    const own = new Set(state.pending.map(({ edit }) => edit.batchId));
    const fresh = entries.filter(({ rev, batchId }) => rev > state.rev && !own.has(batchId ?? ''));
    put(takeEntries(state, entries, context));
    const taken = fresh.filter(({ rev }) => rev <= state.rev);
    if (taken.length > 0) listener.foreign?.(taken);
  }

  async function catchUp(): Promise<void> {
    for (;;) {
      const asked = state.rev;
      const missed = await service.since(asked);
      known = Math.max(known, missed.rev);
      if (missed.reset) {
        const { document, rev } = await service.read();
        known = Math.max(known, rev);
        put(reopenSync(state, document, rev, context));
      } else take(missed.entries);
      if (state.rev >= known || (state.rev === asked && missed.entries.length === 0)) return;
    }
  }

  async function sendFirst(): Promise<void> {
    const first = state.pending[0];
    if (!first) return;
    const edit = withRev(first.edit);
    const sentOn = state.rev;
    put(state, connection === 'offline' ? 'offline' : 'saving');
    const outcome = await service.send(edit, sentOn);
    if (isClosed) return;
    switch (outcome.kind) {
      case 'applied':
        failures = 0;
        known = Math.max(known, outcome.rev);
        if (!outcome.hasChanged) put(dropEdit(state, edit.batchId, context));
        else if (outcome.rev === state.rev + 1) take([entryOf(edit, outcome.rev, outcome.changes)]);
        else if (outcome.rev > state.rev) await catchUp();
        // Applied before the document was read: the document already contains it.
        if (outcome.rev <= state.rev) put(dropEdit(state, edit.batchId, context));
        return;
      case 'stale':
        failures = 0;
        await catchUp();
        return;
      case 'refused':
        failures = 0;
        put(dropEdit(state, edit.batchId, context));
        listener.refused(edit, outcome.problem);
        return;
      case 'signed-out':
        put(state, 'signed-out');
        await pause(null);
        return;
      case 'unknown':
        throw new Unreached(outcome.retryAfterMs);
    }
  }

  function withRev(edit: Edit): Edit {
    if (edit.kind !== 'undo' || edit.rev !== null) return edit;
    return { ...edit, rev: state.inverses.get(edit.target)?.rev ?? null };
  }

  async function run(): Promise<void> {
    if (isRunning || isClosed) return;
    isRunning = true;
    while (!isClosed && (state.pending.length > 0 || known > state.rev)) {
      try {
        if (known > state.rev) await catchUp();
        else await sendFirst();
        if (connection === 'offline' && failures === 0) put(state, 'saving');
      } catch (error) {
        failures += 1;
        put(state, 'offline');
        const asked = error instanceof Unreached ? error.retryAfterMs : null;
        await pause(asked ?? Math.min(LONGEST_WAIT_MS, 250 * 2 ** Math.min(failures, 6)));
      }
    }
    isRunning = false;
    if (isClosed) return;
    put(state, 'saved');
    for (const resolve of idleWaiters) resolve();
    idleWaiters = [];
  }

  /** Waits for a time in ms (null: without limit), or until `wake` is called. */
  async function pause(ms: number | null): Promise<void> {
    const woken = new Promise<void>((resolve) => {
      wakeUp = resolve;
    });
    await (ms === null ? woken : Promise.race([woken, (options.wait ?? sleep)(ms)]));
    wakeUp = null;
  }

  const begin = () => void run();
  begin();

  return {
    state: () => state,
    connection: () => connection,
    add(edit) {
      const tried = addEdit(state, edit, context);
      if (tried.problem === null) {
        put(tried.state, connection === 'saved' ? 'saving' : connection);
        begin();
      }
      return tried;
    },
    settle(batchId, mine) {
      const tried = resolveConflict(state, batchId, mine, context);
      put(tried.state);
      begin();
      return tried;
    },
    noteRev(rev) {
      known = Math.max(known, rev);
      begin();
    },
    take(entries) {
      for (const { rev } of entries) known = Math.max(known, rev);
      take(entries);
      begin();
    },
    wake() {
      failures = 0;
      wakeUp?.();
      begin();
    },
    idle: () =>
      isRunning
        ? new Promise((resolve) => {
            idleWaiters.push(resolve);
          })
        : Promise.resolve(),
    close() {
      isClosed = true;
      wakeUp?.();
    },
  };
}

class Unreached extends Error {
  readonly retryAfterMs: number | null;
  constructor(retryAfterMs: number | null) {
    super('The service cannot be reached.');
    this.retryAfterMs = retryAfterMs;
  }
}

function entryOf(edit: Edit, rev: number, changes: Entry['changes']): Entry {
  const commands = edit.kind === 'commands' ? edit.commands : [];
  const author = { via: 'editor', name: '' };
  return { rev, batchId: edit.batchId, author, at: '', commands, changes, undoes: null, restores: null };
}

function withBlind(state: SyncState, edit: Edit): SyncState {
  const pending = { edit, inverse: {}, parts: new Set<string>(), isBlind: true };
  return { ...state, pending: [...state.pending, pending] };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
