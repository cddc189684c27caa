import { type Command, compositionDocument, type Document, TIMELINE_OPS } from '@framemill/timeline';
import { NO_RANGE, type PlayRange } from './play-range.ts';

/** Composition that is open in the editor, with the playhead that its surroundings had. */
export interface Entered {
  compositionId: string;
  /** Playhead of the timeline around it when it was opened, in seconds. */
  outerSec: number;
}

/** Returns the timeline that is open as a document: that of the last composition, or the document itself. */
export function openTimeline(document: Document, entered: readonly Entered[]): Document {
  const id = entered.at(-1)?.compositionId;
  const composition = document.compositions?.find((one) => one.id === id);
  return composition ? compositionDocument(document, composition) : document;
}

/** Returns the open compositions up to the first that no longer exists. */
export function stillEntered(document: Document, entered: readonly Entered[]): readonly Entered[] {
  const ids = new Set(document.compositions?.map(({ id }) => id));
  const gone = entered.findIndex(({ compositionId }) => !ids.has(compositionId));
  return gone < 0 ? entered : entered.slice(0, gone);
}

/** Makes commands work on the open timeline. Commands for the project as a whole stay as they are. */
export function commandsInside(commands: readonly Command[], entered: readonly Entered[]): Command[] {
  const compositionId = entered.at(-1)?.compositionId;
  if (compositionId === undefined) return [...commands];
  return commands.map((command) =>
    TIMELINE_OPS.has(command.op) && !('compositionId' in command) ? { ...command, compositionId } : command,
  );
}

/** Operations that open and close compositions. */
export interface EnterActions {
  /** Opens the composition that a clip shows, at the time that is shown. Does nothing for other clips. */
  enter(clipId: string): void;
  /** Closes compositions until `depth` of them are open. The playhead returns to where it was. */
  leave(depth: number): void;
}

/** Part of the editor's store that the operations read and change. */
interface EnterStore {
  getState(): { sync: { document: Document }; document: Document; entered: readonly Entered[]; playheadSec: number };
  setState(part: {
    entered: readonly Entered[];
    document: Document;
    selection: readonly string[];
    dragged: null;
    lookedAtRev: null;
    range: PlayRange;
    soloTrackIds: readonly number[];
    openTrackIds: readonly number[];
  }): void;
}

/**
 * Creates the operations on open compositions. `timelineOf` returns the timeline of a document that is open with the
 * given compositions, `editor` the other operations.
 */
export function createEnterActions(
  { getState: get, setState: set }: EnterStore,
  timelineOf: (document: Document, entered: readonly Entered[]) => Document,
  editor: () => { endText(): void; seek(timeSec: number): void },
): EnterActions {
  function open(entered: readonly Entered[], timeSec: number): void {
    editor().endText();
    const closed = { selection: [], dragged: null, lookedAtRev: null, soloTrackIds: [], openTrackIds: [] };
    set({ entered, range: NO_RANGE, ...closed, document: timelineOf(get().sync.document, entered) });
    editor().seek(timeSec);
  }

  return {
    enter(clipId) {
      const { document, entered, playheadSec } = get();
      const clip = document.clips.find(({ id, type }) => id === clipId && type === 'composition');
      if (!clip || !document.compositions?.some(({ id }) => id === clip.src)) return;
      const isInside = playheadSec >= clip.start && playheadSec < clip.start + clip.duration;
      const innerSec = clip.mediaStart + (isInside ? (playheadSec - clip.start) * clip.speed : 0);
      open([...entered, { compositionId: clip.src, outerSec: playheadSec }], innerSec);
    },
    leave(depth) {
      const { entered } = get();
      const closed = entered[depth];
      if (closed) open(entered.slice(0, depth), closed.outerSec);
    },
  };
}
