import { catalogue } from '@framemill/compositor/capabilities';
import { applyCommands, batchIds, type Clip, type Command, type Document, durationSec } from '@framemill/timeline';
import { createStore, type StoreApi } from 'zustand';
import type { CommentThread, Place } from '../../comments/threads.ts';
import { choiceLabel, kindLabel } from '../../ui/labels.ts';
import { notify } from '../../ui/toast.tsx';
import { type Edit, newBatchId } from '../sync/edit.ts';
import { type Connection, openProjectSync, type ProjectSync } from '../sync/project-sync.ts';
import type { EditorContext, SyncState, Tried } from '../sync/sync-state.ts';
import type { UnsentJournal } from '../sync/unsent-journal.ts';
import {
  commandsInside,
  createEnterActions,
  type EnterActions,
  type Entered,
  openTimeline,
  stillEntered,
} from './entered.ts';
import { httpService } from './http-service.ts';
import { factsBySrc, type MediaRecord, mediaBySrc } from './media.ts';
import { commentSpan, loopJump, loopSpan, NO_RANGE, type PlayRange, rangeWith } from './play-range.ts';
import { createTextActions, type TextActions } from './text-actions.ts';
import { type TextEdit, textClip } from './text-edit.ts';
import type { Step, StepStore } from './undo-steps.ts';

/** Panel shown on the left, or on the right, of the editor. */
export type LeftPanel = 'media' | 'titles' | 'transcript' | 'assistant';
export type RightPanel = 'inspector' | 'history' | 'variables' | 'code' | 'comments';

/**
 * Comparison in the preview. `before` shows the selected clips without their grades and effects; without a selection,
 * all clips. `wipe` does so to the left of a line.
 */
export type Comparison = 'none' | 'before' | 'wipe';

/** Comment that is being written. */
export interface NewComment extends Place {
  /** Whether a press on the preview sets its place in the image. */
  isPlacing: boolean;
  /** Time of the playhead when its form was opened, in seconds. */
  openedAtSec: number;
}

/** State of an open editor: the document and the user's view of it. */
export interface EditorState {
  projectId: string;
  sync: SyncState;
  connection: Connection;
  /**
   * Displayed document: the synced one, the preview of a drag, or an earlier revision. While a composition is open, its
   * timeline as a document.
   */
  document: Document;
  /** Open compositions, the outermost first; empty: the project's own timeline is open. */
  entered: readonly Entered[];
  /** Document with the current drag applied; null when nothing is dragged. */
  dragged: Document | null;
  /** Revision of the earlier document on display; null when the current document is displayed. */
  lookedAtRev: number | null;
  media: readonly MediaRecord[];
  bySrc: ReadonlyMap<string, MediaRecord>;
  /** Ids of the selected clips. */
  selection: readonly string[];
  /** Text that is being edited on the canvas; null when there is none. */
  textEdit: TextEdit | null;
  playheadSec: number;
  /**
   * Target of the last seek, in seconds. The stage (the preview frame) shows it. Only seeks set it; playback does not.
   */
  sought: { timeSec: number };
  /** Playback rate; 0 is paused, negative values play backwards. */
  rate: number;
  /** In and out points, which limit a loop. */
  range: PlayRange;
  /** Whether playback repeats the range, or the whole video without one. */
  isLooping: boolean;
  /**
   * Time from which playback continues after a jump of a loop, in seconds. Each jump has a new object; null before the
   * first one of a playback.
   */
  lap: { fromSec: number } | null;
  pxPerSec: number;
  isSnapping: boolean;
  /** Tool that a drag on the timeline uses. */
  tool: Tool;
  /** Ids of soloed tracks; empty when none is soloed. Solo affects only this editor, not the rendered video. */
  soloTrackIds: readonly number[];
  /** Ids of tracks whose keyframes are shown on the timeline. */
  openTrackIds: readonly number[];
  /** Number of requests so far to fit the whole video into the timeline. The timeline reacts to each increment. */
  fitting: number;
  comparison: Comparison;
  left: LeftPanel;
  right: RightPanel;
  /** Id of the highlighted comment; null for none. */
  commentId: string | null;
  newComment: NewComment | null;
  undoSteps: readonly Step[];
  redoSteps: readonly Step[];
  /** Last edits of this user, newest first, at most 50. */
  recent: readonly Edit[];
}

/** Operations on an open editor. */
export interface EditorActions extends TextActions, EnterActions {
  /**
   * Applies commands as one undo step. Returns the result, or null when the commands were refused. A toast shows the
   * reason unless `quiet` is true.
   */
  run(label: string, commands: readonly Command[], quiet?: boolean): Tried | null;
  /** Returns the reason why commands would be refused; null when they would be accepted. */
  problemOf(commands: readonly Command[]): string | null;
  /** Previews the effect of commands without applying them; null ends the preview. */
  drag(commands: readonly Command[] | null): void;
  undo(): void;
  redo(): void;
  restore(rev: number): void;
  /** Displays an earlier revision; null returns to the current document. */
  lookAt(rev: number | null, document?: Document): void;
  select(ids: readonly string[]): void;
  seek(timeSec: number): void;
  /** Plays at a rate; 0 pauses. A loop begins within its range. */
  play(rate: number): void;
  /** Sets in and out points; null removes one. A point that would be on the wrong side of a new one is removed. */
  setRange(points: Partial<PlayRange>): void;
  /** Reports the time that the preview shows, in seconds. It is ignored while playback is paused. */
  shown(timeSec: number, isPlaying: boolean): void;
  zoom(pxPerSec: number): void;
  /** Fits the whole video into the timeline. */
  fit(): void;
  set(
    fields: Partial<
      Pick<
        EditorState,
        | 'isSnapping'
        | 'isLooping'
        | 'tool'
        | 'soloTrackIds'
        | 'openTrackIds'
        | 'comparison'
        | 'left'
        | 'right'
        | 'newComment'
      >
    >,
  ): void;
  /** Opens the form of a comment at the playhead, or on the range of the in and out points around it. */
  beginComment(): void;
  /** Shows a comment: its panel, and its time in the preview. */
  pickComment(comment: Pick<CommentThread, 'id' | 'timeSec'>): void;
  setMedia(media: readonly MediaRecord[]): void;
  settle(batchId: string, mine: boolean): void;
}

/** Store of an open editor, with its actions and its connection to the service. */
export interface Editor {
  store: StoreApi<EditorState>;
  actions: EditorActions;
  sync: ProjectSync;
  close(): void;
}

/** Arguments for opening an editor. */
export interface EditorOptions {
  projectId: string;
  document: Document;
  rev: number;
  media: readonly MediaRecord[];
  journal: UnsentJournal;
  steps: StepStore;
  /** Whether the document cannot be changed. Actions that would change it then have no effect. */
  isReadOnly: boolean;
  /** Called when the session has ended. */
  signedOut(): void;
}

const MOST_STEPS = 300;
/** Zoom limits and initial zoom of the timeline, in pixels per second. */
export const ZOOM = { least: 0.01, most: 3_000, start: 60 };

/** Opens an editor and its connection to the service. The caller must close it. */
export function openEditor(options: EditorOptions): Editor {
  const { projectId, journal, steps, isReadOnly } = options;
  let bySrc = mediaBySrc(options.media);
  const context: EditorContext = {
    catalogue,
    media: (src) => factsBySrc(bySrc)(src),
    mediaName: (src) => bySrc.get(src)?.name ?? null,
  };
  const store = createStore<EditorState>(() => ({
    ...{ projectId, document: options.document, entered: [], dragged: null, lookedAtRev: null },
    ...{ media: options.media, bySrc },
    sync: {
      confirmed: options.document,
      rev: options.rev,
      pending: [],
      document: options.document,
      conflicts: [],
      inverses: new Map(),
    },
    connection: 'saved',
    ...{ selection: [], textEdit: null, playheadSec: 0, sought: { timeSec: 0 }, rate: 0 },
    ...{ pxPerSec: ZOOM.start, isSnapping: true },
    ...{ range: NO_RANGE, isLooping: false, lap: null },
    ...{ tool: 'select', soloTrackIds: [], openTrackIds: [], fitting: 0, comparison: 'none' },
    ...{ left: 'media', right: 'inspector', commentId: null, newComment: null },
    ...{ ...steps.read(), recent: [] },
  }));
  const { getState: get, setState: set } = store;

  let opened = { of: options.document, compositionId: '', timeline: options.document };
  /** Returns the open timeline of a document; the same object for the same document. */
  function timelineOf(document: Document, entered = get().entered): Document {
    const compositionId = entered.at(-1)?.compositionId ?? '';
    if (opened.of !== document || opened.compositionId !== compositionId) {
      opened = { of: document, compositionId, timeline: openTimeline(document, entered) };
    }
    return opened.timeline;
  }

  const sync = openProjectSync({
    service: httpService(projectId),
    ...{ document: options.document, rev: options.rev, context, unsent: journal.read() },
    listener: {
      changed(state, connection) {
        const { lookedAtRev, document, textEdit } = get();
        // The edit of a text ends when somebody else deletes the clip.
        if (textEdit && !textClip(timelineOf(state.document), textEdit.clipId)) set({ textEdit: null, dragged: null });
        set({ entered: stillEntered(state.document, get().entered) });
        const { dragged } = get();
        const shown = dragged || lookedAtRev === null ? timelineOf(dragged ?? state.document) : document;
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
  // Takes over the unsent edits of earlier visits.
  journal.keep(sync.state().pending.map(({ edit }) => edit));

  store.subscribe((now, before) => {
    if (now.undoSteps === before.undoSteps && now.redoSteps === before.redoSteps && now.sync.rev === before.sync.rev)
      return;
    steps.keep(now, now.sync.inverses);
  });

  function forget(batchId: string): void {
    const without = (steps: readonly Step[]) => steps.filter((step) => step.batchId !== batchId);
    set({ undoSteps: without(get().undoSteps), redoSteps: without(get().redoSteps) });
  }

  function add(edit: Edit, quiet = false): Tried | null {
    if (isReadOnly) return null;
    set({ dragged: null, lookedAtRev: null });
    const tried = sync.add(edit);
    set({ entered: stillEntered(sync.state().document, get().entered) });
    set({ document: timelineOf(sync.state().document), recent: [edit, ...get().recent].slice(0, 50) });
    if (tried.problem === null) return tried;
    if (!quiet) notify.bad(`${edit.label}: ${tried.problem}`);
    return null;
  }

  /** Adds a step for an edit that is not an undo. */
  function addStep(batchId: string, label: string): void {
    set({ undoSteps: [...get().undoSteps, { batchId, label, rev: null }].slice(-MOST_STEPS), redoSteps: [] });
  }

  /** Takes back the edit of a step. Returns the id of the edit that does so; null when it was refused. */
  function undone({ batchId: target, label, rev }: Step, verb: 'Undo' | 'Redo'): string | null {
    const batchId = newBatchId();
    return add({ kind: 'undo', batchId, label: `${verb}: ${label}`, target, rev }) && batchId;
  }

  /** Returns the time at which a loop continues; null when playback does not loop, or continues at `timeSec`. */
  function nextLap(timeSec: number, rate: number): number | null {
    const { isLooping, range, document } = get();
    return isLooping ? loopJump(timeSec, rate, loopSpan(range, durationSec(document))) : null;
  }

  const actions: EditorActions = {
    run(label, commands, quiet) {
      const inside = commandsInside(commands, get().entered);
      const edit: Edit = { kind: 'commands', batchId: newBatchId(), label, commands: inside };
      const tried = add(edit, quiet);
      if (tried) addStep(edit.batchId, label);
      return tried;
    },
    problemOf(commands) {
      const newId = batchIds(`bat_${'0'.repeat(24)}`);
      const { sync, entered } = get();
      const { results } = applyCommands(sync.document, commandsInside(commands, entered), { ...context, newId });
      return results.find(({ ok }) => !ok)?.error ?? null;
    },
    drag(commands) {
      const base = get().sync.document;
      if (isReadOnly) return;
      if (commands === null) return set({ dragged: null, document: timelineOf(base) });
      const inside = commandsInside(commands, get().entered);
      const { document } = applyCommands(base, inside, { ...context, newId: batchIds(`bat_${'0'.repeat(24)}`) });
      set({ dragged: document, document: timelineOf(document) });
    },
    ...createTextActions(store, isReadOnly, () => actions),
    ...createEnterActions(store, timelineOf, () => actions),
    undo() {
      const step = get().undoSteps.at(-1);
      if (!step) return;
      set({ undoSteps: get().undoSteps.slice(0, -1) });
      // An edit in conflict is not in the document: undoing it means discarding it.
      if (get().sync.conflicts.some(({ edit }) => edit.batchId === step.batchId))
        return actions.settle(step.batchId, false);
      const batchId = undone(step, 'Undo');
      if (batchId) set({ redoSteps: [...get().redoSteps, { batchId, label: step.label, rev: null }] });
    },
    redo() {
      const step = get().redoSteps.at(-1);
      if (!step) return;
      set({ redoSteps: get().redoSteps.slice(0, -1) });
      const batchId = undone(step, 'Redo');
      if (batchId) set({ undoSteps: [...get().undoSteps, { batchId, label: step.label, rev: null }] });
    },
    restore(rev) {
      const batchId = newBatchId();
      const label = `Restore version ${rev}`;
      if (add({ kind: 'restore', batchId, label, rev })) addStep(batchId, label);
    },
    lookAt(rev, document) {
      if (rev === null || !document) set({ lookedAtRev: null, document: timelineOf(get().sync.document) });
      else set({ lookedAtRev: rev, entered: [], document });
    },
    select(ids) {
      const { textEdit } = get();
      if (textEdit && (ids.length !== 1 || ids[0] !== textEdit.clipId)) actions.endText();
      set({ selection: [...ids] });
    },
    seek(timeSec) {
      actions.endText();
      const end = Math.max(durationSec(get().document), 0);
      const at = Math.min(Math.max(0, timeSec), Math.max(end, timeSec));
      set({ playheadSec: at, sought: { timeSec: at }, rate: 0 });
    },
    play(rate) {
      actions.endText();
      const fromSec = rate === 0 ? null : nextLap(get().playheadSec, rate);
      set(fromSec === null ? { rate, lap: null } : { rate, playheadSec: fromSec, lap: { fromSec } });
    },
    setRange: (points) => set({ range: rangeWith(get().range, points) }),
    shown(timeSec, isPlaying) {
      const { rate } = get();
      // While paused, the user sets the playhead and the stage follows.
      if (rate === 0) return;
      const fromSec = nextLap(timeSec, rate);
      if (fromSec !== null) return set({ playheadSec: fromSec, lap: { fromSec } });
      set({ playheadSec: timeSec, ...(isPlaying ? {} : { rate: 0, sought: { timeSec } }) });
    },
    zoom: (pxPerSec) => set({ pxPerSec: Math.min(ZOOM.most, Math.max(ZOOM.least, pxPerSec)) }),
    fit: () => set({ fitting: get().fitting + 1 }),
    set: (fields) => set(fields),
    beginComment() {
      const { playheadSec, range } = get();
      actions.seek(playheadSec);
      const place = { ...commentSpan(range, playheadSec), point: null };
      const newComment = { ...place, isPlacing: false, openedAtSec: playheadSec };
      set({ right: 'comments', commentId: null, newComment });
    },
    pickComment({ id, timeSec }) {
      actions.seek(timeSec);
      set({ right: 'comments', commentId: id });
    },
    setMedia(media) {
      bySrc = mediaBySrc(media);
      set({ media, bySrc });
    },
    settle(batchId, mine) {
      const tried = sync.settle(batchId, mine);
      if (tried.problem !== null) notify.bad(tried.problem);
      set({ entered: stillEntered(sync.state().document, get().entered) });
      set({ document: timelineOf(sync.state().document) });
    },
  };

  return { store, actions, sync, close: () => sync.close() };
}

function stillThere(ids: readonly string[], { clips }: Document): readonly string[] {
  const there = new Set(clips.map(({ id }) => id));
  return ids.every((id) => there.has(id)) ? ids : ids.filter((id) => there.has(id));
}

/** Returns the display title of a clip: the first line of its text, its name, or its type. */
export function clipTitle({ name, textStyle, type, shape }: Clip): string {
  // The service names a shape clip without a name after its shape.
  const known = name && name === shape?.kind ? choiceLabel(name) : name;
  return textStyle?.content.split('\n')[0] || known || kindLabel(type);
}

/** Tool that a drag on a timeline clip uses when no modifier key is pressed. */
export type Tool = 'select' | 'ripple' | 'roll' | 'slip' | 'slide' | 'razor';
