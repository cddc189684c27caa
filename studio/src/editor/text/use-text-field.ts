import { type ContentRange, LIMITS, type TextRow } from '@framemill/timeline';
import {
  type CompositionEvent,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { chordOf } from '../model/key-map.ts';
import { redoneText, selected, type TextEdit, type TextSelection, typed, undoneText } from '../model/text-edit.ts';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { caretAt, offsetBelow, rowIndexAt } from './text-caret.ts';
import { FORMAT_KEYS } from './text-formats.ts';

interface TextFieldOptions {
  edit: TextEdit;
  rows: readonly TextRow[];
  area: RefObject<HTMLElement | null>;
}

/** Invisible text field of an edited text. It has the focus, and the same content and selection as the edit. */
export interface TextField {
  ref: RefObject<HTMLTextAreaElement | null>;
  /** Range that an input method is composing; null when there is none. */
  composition: ContentRange | null;
  maxLength: number;
  focus(): void;
  select(start: number, end: number): void;
  /** Selects from an anchor to the caret, which may be before it. */
  selectTo(anchor: number, caret: number): void;
  handlers: object;
}

/** Returns the text field of an edit. Its own undo is replaced by that of the edit, which includes formats. */
export function useTextField({ edit, rows, area }: TextFieldOptions): TextField {
  const actions = useActions();
  const ref = useRef<HTMLTextAreaElement>(null);
  const [composition, setComposition] = useState<ContentRange | null>(null);
  const isComposing = useRef(false);
  /** Horizontal position that the caret keeps while it moves up and down; null after other moves. */
  const column = useRef<number | null>(null);
  const read = useReadEditor();

  const api = useMemo(() => {
    const select = (start: number, end: number, isBackward = false) => {
      ref.current?.focus({ preventScroll: true });
      ref.current?.setSelectionRange(start, end, isBackward ? 'backward' : 'forward');
      actions.changeText((before) => selected(before, { start, end, isBackward }));
    };
    const selectTo = (anchor: number, caret: number) =>
      select(Math.min(anchor, caret), Math.max(anchor, caret), caret < anchor);
    return {
      focus: () => ref.current?.focus({ preventScroll: true }),
      select(start: number, end: number) {
        column.current = null;
        select(start, end);
      },
      selectTo(anchor: number, caret: number) {
        column.current = null;
        selectTo(anchor, caret);
      },
      /** Moves the caret; with `isExtending`, selects from the anchor up to it. */
      moveTo: (anchor: number, at: number, isExtending: boolean) => selectTo(isExtending ? anchor : at, at),
    };
  }, [actions]);

  useLayoutEffect(() => api.focus(), [api]);

  const { content } = edit.style;
  const { start, end, isBackward } = edit.selection;
  // The field leads while somebody types; undo changes it from here.
  useLayoutEffect(() => {
    const field = ref.current;
    if (!field || composition) return;
    if (field.value !== content) field.value = content;
    const isSame = field.selectionStart === start && field.selectionEnd === end;
    if (!isSame) field.setSelectionRange(start, end, isBackward ? 'backward' : 'forward');
  }, [content, start, end, isBackward, composition]);

  useEffect(() => {
    const field = ref.current;
    function follow() {
      if (!field || document.activeElement !== field) return;
      // Between an input and its event, the selection belongs to a content that the edit does not have yet.
      if (field.value !== read().textEdit?.style.content) return;
      actions.changeText((before) => selected(before, selectionOf(field)));
    }
    function replaceUndo(event: InputEvent) {
      if (event.inputType !== 'historyUndo' && event.inputType !== 'historyRedo') return;
      event.preventDefault();
      actions.changeText(event.inputType === 'historyUndo' ? undoneText : redoneText);
    }
    document.addEventListener('selectionchange', follow);
    field?.addEventListener('beforeinput', replaceUndo);
    return () => {
      document.removeEventListener('selectionchange', follow);
      field?.removeEventListener('beforeinput', replaceUndo);
    };
  }, [actions, read]);

  function moveByKey(chord: string): boolean {
    const isExtending = chord.startsWith('Shift+');
    const key = isExtending ? chord.slice('Shift+'.length) : chord;
    const [at, anchor] = isBackward ? [start, end] : [end, start];
    const row = rows[rowIndexAt(rows, at)];
    if (key === 'Up' || key === 'Down') {
      column.current ??= caretAt(rows, at)?.x ?? 0;
      api.moveTo(anchor, offsetBelow(rows, at, key === 'Up' ? -1 : 1, column.current), isExtending);
      return true;
    }
    column.current = null;
    if ((key !== 'Home' && key !== 'End') || !row) return false;
    api.moveTo(anchor, key === 'Home' ? row.start : row.end, isExtending);
    return true;
  }

  const handlers = {
    onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
      // These keys belong to the input method.
      if (event.nativeEvent.isComposing) return;
      const chord = chordOf(event);
      if (chord === null) return;
      const toggle = FORMAT_KEYS[chord];
      if (chord === 'Escape') {
        actions.endText();
        area.current?.focus({ preventScroll: true });
      } else if (chord === 'Ctrl+Z') actions.changeText(undoneText);
      else if (chord === 'Ctrl+Y' || chord === 'Ctrl+Shift+Z') actions.changeText(redoneText);
      else if (toggle) actions.changeText(toggle);
      else if (!moveByKey(chord)) return;
      event.preventDefault();
    },
    onInput(event: FormEvent<HTMLTextAreaElement>) {
      const field = event.currentTarget;
      const group = isComposing.current ? 'composition' : groupOf(event.nativeEvent);
      actions.changeText((before) => typed(before, field.value, selectionOf(field), group));
    },
    onCompositionStart(event: CompositionEvent<HTMLTextAreaElement>) {
      const at = event.currentTarget.selectionStart;
      isComposing.current = true;
      setComposition({ start: at, end: at });
    },
    onCompositionUpdate({ data }: CompositionEvent<HTMLTextAreaElement>) {
      setComposition((before) => before && { start: before.start, end: before.start + data.length });
    },
    onCompositionEnd() {
      isComposing.current = false;
      setComposition(null);
      // The next composition is a step of undo of its own.
      actions.changeText((before) => ({ ...before, group: null }));
    },
  };
  const { focus, select, selectTo } = api;
  return { focus, select, selectTo, ref, composition, maxLength: LIMITS.textLength, handlers };
}

function selectionOf({ selectionStart, selectionEnd, selectionDirection }: HTMLTextAreaElement): TextSelection {
  return { start: selectionStart, end: selectionEnd, isBackward: selectionDirection === 'backward' };
}

/** Returns the group of an input for undo: letters up to a space are taken together, and so are deletions. */
function groupOf(event: Event): string | null {
  if (!(event instanceof InputEvent)) return null;
  const { inputType, data } = event;
  if (inputType === 'insertText') return data?.trim() ? 'type' : null;
  return inputType === 'deleteContentBackward' ? inputType : null;
}
