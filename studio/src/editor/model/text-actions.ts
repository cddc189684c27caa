import type { Command, Document, TextStyle } from '@framemill/timeline';
import { notify } from '../../ui/toast.tsx';
import { type Entered, openTimeline } from './entered.ts';
import { beginTextEdit, commandOfText, formatted, previewOfText, type TextEdit, textClip } from './text-edit.ts';

/** Operations on the text that is being edited on the canvas. */
export interface TextActions {
  /**
   * Starts to edit the text of a clip on the canvas, at a time at which the clip is visible. `press` is the point of
   * the canvas, in its pixels, at which the caret is put; absent, it is put at the end. A toast gives the reason why a
   * clip cannot be edited.
   */
  editText(clipId: string, press?: readonly [x: number, y: number]): void;
  /** Changes the text that is being edited, and shows it. */
  changeText(change: (edit: TextEdit) => TextEdit): void;
  /** Shows the edited text with other values of fields, while a control is dragged; null shows it as it is. */
  previewText(fields: Partial<TextStyle> | null): void;
  /** Ends the edit of a text. All of its changes become one undo step. */
  endText(): void;
}

/** Part of the editor's store that the operations read and change. */
interface TextStore {
  getState(): {
    sync: { document: Document };
    entered: readonly Entered[];
    playheadSec: number;
    textEdit: TextEdit | null;
  };
  setState(part: { textEdit: TextEdit | null }): void;
}

/** Other operations on the editor that an edit of a text uses. */
interface EditorPart {
  run(label: string, commands: readonly Command[]): unknown;
  problemOf(commands: readonly Command[]): string | null;
  drag(commands: readonly Command[] | null): void;
  lookAt(rev: null): void;
  select(ids: readonly string[]): void;
  seek(timeSec: number): void;
}

/** Creates the operations on texts. `editor` returns the other operations. */
export function createTextActions(
  { getState: get, setState: set }: TextStore,
  isReadOnly: boolean,
  editor: () => EditorPart,
): TextActions {
  return {
    editText(clipId, press) {
      const { sync, entered } = get();
      const clip = textClip(openTimeline(sync.document, entered), clipId);
      if (isReadOnly || !clip || get().textEdit?.clipId === clipId) return;
      editor().select([clipId]);
      editor().lookAt(null);
      const edit = beginTextEdit(clipId, clip.textStyle, press ?? null);
      const preview = previewOfText(edit, edit.style);
      const problem = editor().problemOf([preview]);
      if (problem !== null) return notify.bad(problem);
      const { playheadSec } = get();
      const isVisible = playheadSec >= clip.start && playheadSec < clip.start + clip.duration;
      editor().seek(isVisible ? playheadSec : clip.start);
      set({ textEdit: edit });
      editor().drag([preview]);
    },
    changeText(change) {
      const { textEdit } = get();
      if (!textEdit) return;
      const next = change(textEdit);
      if (next === textEdit) return;
      set({ textEdit: next });
      if (next.style !== textEdit.style) editor().drag([previewOfText(next, next.style)]);
    },
    previewText(fields) {
      const { textEdit } = get();
      if (!textEdit) return;
      const { style } = fields === null ? textEdit : formatted(textEdit, fields);
      editor().drag([previewOfText(textEdit, style)]);
    },
    endText() {
      const { textEdit } = get();
      if (!textEdit) return;
      set({ textEdit: null });
      editor().drag(null);
      const command = commandOfText(textEdit);
      const isTyped = textEdit.style.content !== textEdit.before.content;
      if (command) editor().run(isTyped ? 'Edit text' : 'Format text', [command]);
    },
  };
}
