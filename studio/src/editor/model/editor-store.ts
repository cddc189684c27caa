import { catalogue } from '@framemill/compositor/catalogue';
import { applyCommands, batchIds, type Clip, type Command, type Document, durationSec } from '@framemill/timeline';
import { createStore, type StoreApi } from 'zustand';
import { notify } from '../../ui/toast.tsx';
import { type Edit, newBatchId } from '../sync/edit.ts';
import { type Connection, openProjectSync, type ProjectSync } from '../sync/project-sync.ts';
import type { EditorContext, SyncState, Tried } from '../sync/sync-state.ts';
import type { UnsentJournal } from '../sync/unsent-journal.ts';
import { httpService } from './http-service.ts';
import { factsBySrc, type MediaRecord, mediaBySrc } from './media.ts';
import type { Tool } from './tool.ts';

/** An edit that this person can take back, or do again. */
export interface Step {
  batchId: string;
  label: string;
}

/** What the panels at the left and right show. */
export type LeftPanel = 'media' | 'transcript' | 'assistant';
export type RightPanel = 'inspector' | 'history' | 'variables' | 'code';

/** What an open editor is: the document, and how the person looks at it. */
export interface EditorState {
  projectId: string;
  sync: SyncState;
  connection: Connection;
  /** What is seen: the synced document, or while something is dragged, that with the drag. */
  document: Document;
  /** A document that is dragged; null when nothing is. */
  dragged: Document | null;
  /** Whether `document` is an earlier state that is only looked at. */
  lookedAtRev: number | null;
  media: readonly MediaRecord[];
  bySrc: ReadonlyMap<string, MediaRecord>;
  /** Ids of clips. */
  selection: readonly string[];
  playheadSec: number;
  /** The moment that the stage is asked to show: set by whoever seeks, not by playing. */
  sought: { timeSec: number };
  /** 0: stands still; below 0: backwards. */
  rate: number;
  pxPerSec: number;
  isSnapping: boolean;
  /** What a drag on the timeline does. */
  tool: Tool;
  /** Tracks that alone are heard here; none: all. Not part of the film. */
  soloTrackIds: readonly number[];
  /** Tracks whose keyframes are shown on the timeline. */
  openTrackIds: readonly number[];
  /** How often the whole film was asked to be shown. */
  fitting: number;
  left: LeftPanel;
  right: RightPanel;
  undoSteps: readonly Step[];
  redoSteps: readonly Step[];
  /** The last edits of this person, newest first, as data. */
  recent: readonly Edit[];
}

/** What can be done to an open editor. */
export interface EditorActions {
  /** Applies commands as one step. Returns the ids of clips that they made, or null when they were refused (a toast says why). */
  run(label: string, commands: readonly Command[], quiet?: boolean): Tried | null;
  /** Why commands would be refused; null when they would not. */
  problemOf(commands: readonly Command[]): string | null;
  /** Shows what commands would do without doing it; null ends that. */
  drag(commands: readonly Command[] | null): void;
  undo(): void;
  redo(): void;
  restore(rev: number): void;
  /** Shows an earlier state; null goes back to the present one. */
  lookAt(rev: number | null, document?: Document): void;
  select(ids: readonly string[]): void;
  seek(timeSec: number): void;
  play(rate: number): void;
  /** The stage says which moment it shows. */
  shown(timeSec: number, isPlaying: boolean): void;
  zoom(pxPerSec: number): void;
  /** Asks the timeline to show the whole film. */
  fit(): void;
  set(
    fields: Partial<Pick<EditorState, 'isSnapping' | 'tool' | 'soloTrackIds' | 'openTrackIds' | 'left' | 'right'>>,
  ): void;
  setMedia(media: readonly MediaRecord[]): void;
  settle(batchId: string, mine: boolean): void;
}

/** The editor's store with its connection to the service. */
export interface Editor {
  store: StoreApi<EditorState>;
  actions: EditorActions;
  sync: ProjectSync;
  close(): void;
}

/** What an editor is opened with. */
export interface EditorOptions {
  projectId: string;
  document: Document;
  rev: number;
  media: readonly MediaRecord[];
  journal: UnsentJournal;
  /** Nobody is signed in any more. */
  signedOut(): void;
}

const MOST_STEPS = 300;
/** Zoom of the timeline, in pixels a second. */
export const ZOOM = { least: 0.01, most: 3_000, start: 60 };

/** Opens an editor. The caller closes it. */
export function openEditor(options: EditorOptions): Editor {
  const { projectId, journal } = options;
  let bySrc = mediaBySrc(options.media);
  const context: EditorContext = {
    catalogue,
    media: (src) => factsBySrc(bySrc)(src),
  };
  const store = createStore<EditorState>(() => ({
    ...{ projectId, document: options.document, dragged: null, lookedAtRev: null, media: options.media, bySrc },
    sync: {
      confirmed: options.document,
      rev: options.rev,
      pending: [],
      document: options.document,
      conflicts: [],
      inverses: new Map(),
    },
    connection: 'saved',
    ...{ selection: [], playheadSec: 0, sought: { timeSec: 0 }, rate: 0, pxPerSec: ZOOM.start, isSnapping: true },
    ...{ tool: 'select', soloTrackIds: [], openTrackIds: [], fitting: 0 },
    ...{ left: 'media', right: 'inspector', undoSteps: [], redoSteps: [], recent: [] },
  }));
  const { getState: get, setState: set } = store;

  const sync = openProjectSync({
    service: httpService(projectId),
    ...{ document: options.document, rev: options.rev, context, unsent: journal.read() },
    listener: {
      changed(state, connection) {
        const { dragged, lookedAtRev, document } = get();
        const shown = dragged ?? (lookedAtRev === null ? state.document : document);
        set({ sync: state, connection, document: shown, selection: stillThere(get().selection, shown) });
        journal.keep([...state.pending, ...state.conflicts].map(({ edit }) => edit));
        if (connection === 'signed-out') options.signedOut();
      },
      refused(edit, problem) {
        forget(edit.batchId);
        notify.bad(`${edit.label}: ${problem}`);
      },
    },
  });
  set({ sync: sync.state(), document: sync.state().document });
  // What an earlier visit left is this visit's now.
  journal.keep(sync.state().pending.map(({ edit }) => edit));

  function forget(batchId: string): void {
    const without = (steps: readonly Step[]) => steps.filter((step) => step.batchId !== batchId);
    set({ undoSteps: without(get().undoSteps), redoSteps: without(get().redoSteps) });
  }

  function add(edit: Edit, quiet = false): Tried | null {
    set({ dragged: null, lookedAtRev: null });
    const tried = sync.add(edit);
    set({ document: sync.state().document, recent: [edit, ...get().recent].slice(0, 50) });
    if (tried.problem === null) return tried;
    if (!quiet) notify.bad(`${edit.label}: ${tried.problem}`);
    return null;
  }

  const actions: EditorActions = {
    run(label, commands, quiet) {
      const edit: Edit = { kind: 'commands', batchId: newBatchId(), label, commands: [...commands] };
      const tried = add(edit, quiet);
      if (tried)
        set({ undoSteps: [...get().undoSteps, { batchId: edit.batchId, label }].slice(-MOST_STEPS), redoSteps: [] });
      return tried;
    },
    problemOf(commands) {
      const newId = batchIds(`bat_${'0'.repeat(24)}`);
      const { results } = applyCommands(get().sync.document, commands, { ...context, newId });
      return results.find(({ ok }) => !ok)?.error ?? null;
    },
    drag(commands) {
      const base = get().sync.document;
      if (commands === null) return set({ dragged: null, document: base });
      const { document } = applyCommands(base, commands, { ...context, newId: batchIds(`bat_${'0'.repeat(24)}`) });
      set({ dragged: document, document });
    },
    undo() {
      const step = get().undoSteps.at(-1);
      if (!step) return;
      set({ undoSteps: get().undoSteps.slice(0, -1) });
      // What is held back in a conflict is not in the document: to take it back is to give it up.
      if (get().sync.conflicts.some(({ edit }) => edit.batchId === step.batchId))
        return actions.settle(step.batchId, false);
      const batchId = newBatchId();
      const done = add({ kind: 'undo', batchId, label: `Undo: ${step.label}`, target: step.batchId, rev: null });
      if (done) set({ redoSteps: [...get().redoSteps, { batchId, label: step.label }] });
    },
    redo() {
      const step = get().redoSteps.at(-1);
      if (!step) return;
      set({ redoSteps: get().redoSteps.slice(0, -1) });
      const batchId = newBatchId();
      const done = add({ kind: 'undo', batchId, label: `Redo: ${step.label}`, target: step.batchId, rev: null });
      if (done) set({ undoSteps: [...get().undoSteps, { batchId, label: step.label }] });
    },
    restore(rev) {
      const batchId = newBatchId();
      const label = `Restore rev ${rev}`;
      if (add({ kind: 'restore', batchId, label, rev }))
        set({ undoSteps: [...get().undoSteps, { batchId, label }], redoSteps: [] });
    },
    lookAt(rev, document) {
      if (rev === null || !document) set({ lookedAtRev: null, document: get().sync.document });
      else set({ lookedAtRev: rev, document });
    },
    select: (ids) => set({ selection: [...ids] }),
    seek(timeSec) {
      const end = Math.max(durationSec(get().document), 0);
      const at = Math.min(Math.max(0, timeSec), Math.max(end, timeSec));
      set({ playheadSec: at, sought: { timeSec: at }, rate: 0 });
    },
    play: (rate) => set({ rate }),
    shown(timeSec, isPlaying) {
      const { rate } = get();
      // While it stands still the person says where it stands, and the stage follows.
      if (rate === 0) return;
      set({ playheadSec: timeSec, ...(isPlaying ? {} : { rate: 0, sought: { timeSec } }) });
    },
    zoom: (pxPerSec) => set({ pxPerSec: Math.min(ZOOM.most, Math.max(ZOOM.least, pxPerSec)) }),
    fit: () => set({ fitting: get().fitting + 1 }),
    set: (fields) => set(fields),
    setMedia(media) {
      bySrc = mediaBySrc(media);
      set({ media, bySrc });
    },
    settle(batchId, mine) {
      const tried = sync.settle(batchId, mine);
      if (tried.problem !== null) notify.bad(tried.problem);
      set({ document: sync.state().document });
    },
  };

  return { store, actions, sync, close: () => sync.close() };
}

function stillThere(ids: readonly string[], { clips }: Document): readonly string[] {
  const there = new Set(clips.map(({ id }) => id));
  return ids.every((id) => there.has(id)) ? ids : ids.filter((id) => there.has(id));
}

/** What a clip is called: its text, its name, or its type. */
export function clipTitle({ name, textStyle, type }: Clip): string {
  return textStyle?.content.split('\n')[0] || name || type;
}
