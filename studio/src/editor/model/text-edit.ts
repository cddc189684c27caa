import {
  type Clip,
  type Command,
  type ContentRange,
  type Document,
  editedText,
  formattedText,
  type TextStyle,
} from '@framemill/timeline';

/** Selected range of an edited text in UTF-16 units; start and end are equal for a caret. */
export interface TextSelection extends ContentRange {
  /** Whether the caret is at the start of the range. */
  isBackward: boolean;
}

/** State that an undo restores. */
interface TextState {
  style: TextStyle;
  selection: TextSelection;
}

/** Text of a clip while it is edited on the canvas. It is shown at once, and sent when the edit ends. */
export interface TextEdit extends TextState {
  clipId: string;
  /** Style of the text before the edit. */
  before: TextStyle;
  /** Point of the canvas, in its pixels, at which the caret is put when the lines of the text are known. */
  press: readonly [x: number, y: number] | null;
  /** Earlier states, oldest first, and undone ones, the next one last. */
  done: readonly TextState[];
  undone: readonly TextState[];
  /** Kind of the changes that one undo takes back together with the next one; null when the next one is on its own. */
  group: string | null;
}

/** Maximum number of states that undo goes back. */
const MOST_STATES = 500;

/** Returns the selected clip if it is the only one and has a text; otherwise null. */
export function selectedText(state: { selection: readonly string[]; document: Document }): Clip | null {
  const [clipId, ...others] = state.selection;
  return clipId === undefined || others.length > 0 ? null : textClip(state.document, clipId);
}

/** Returns a clip that has a text; null for other clips and unknown ids. */
export function textClip({ clips }: Document, clipId: string): (Clip & { textStyle: TextStyle }) | null {
  const clip = clips.find(({ id }) => id === clipId);
  return clip?.textStyle ? { ...clip, textStyle: clip.textStyle } : null;
}

/** Returns the edit of a text, with the caret at its end. */
export function beginTextEdit(clipId: string, style: TextStyle, press: TextEdit['press']): TextEdit {
  // Text fields know no other line breaks.
  const before = { ...style, content: style.content.replaceAll(/\r\n?/g, '\n') };
  const at = before.content.length;
  const selection = { start: at, end: at, isBackward: false };
  return { clipId, before, style: before, selection, press, done: [], undone: [], group: null };
}

/**
 * Takes over the content and the selection of the text field. Changes of the same `group` that follow one another are
 * one step of undo; null is a step of its own.
 */
export function typed(edit: TextEdit, content: string, selection: TextSelection, group: string | null): TextEdit {
  if (content === edit.style.content) return selected(edit, selection);
  const { start, end, text } = changedRange(edit.style.content, content, selection.end);
  const style = editedText(edit.style, { start, end }, text);
  const next = { ...edit, style, selection, press: null, undone: [], group };
  return group !== null && group === edit.group ? next : { ...next, done: statesWith(edit) };
}

/** Moves the caret or changes the selection. */
export function selected(edit: TextEdit, selection: TextSelection): TextEdit {
  const { start, end, isBackward } = edit.selection;
  const isSame = start === selection.start && end === selection.end && isBackward === selection.isBackward;
  return isSame ? edit : { ...edit, selection, press: null, group: null };
}

/** Sets fields of the selected part; of the whole text when nothing is selected. */
export function formatted(edit: TextEdit, fields: Partial<TextStyle>): TextEdit {
  const style = formattedText(edit.style, selectedRange(edit), fields);
  return { ...edit, style, undone: [], group: null, done: statesWith(edit) };
}

/** Returns the selected range; null when nothing is selected, which stands for the whole text. */
export function selectedRange({ selection: { start, end } }: TextEdit): ContentRange | null {
  return start === end ? null : { start, end };
}

/** Takes back the last change within the text. Returns the same edit when there is none. */
export function undoneText(edit: TextEdit): TextEdit {
  const last = edit.done.at(-1);
  if (!last) return edit;
  return { ...edit, ...last, done: edit.done.slice(0, -1), undone: [...edit.undone, stateOf(edit)], group: null };
}

/** Repeats the change that was taken back last. Returns the same edit when there is none. */
export function redoneText(edit: TextEdit): TextEdit {
  const next = edit.undone.at(-1);
  if (!next) return edit;
  return { ...edit, ...next, undone: edit.undone.slice(0, -1), done: [...edit.done, stateOf(edit)], group: null };
}

/**
 * Returns the command that shows an edited text: at rest, without the highlights of captions, with all of its lines. An
 * empty text is shown as a space, because it would have no place on the canvas.
 */
export function previewOfText({ clipId }: Pick<TextEdit, 'clipId'>, style: TextStyle): Command {
  const content = style.content === '' ? '\u00a0' : style.content;
  const overflow = style.overflow === 'shrink' ? style.overflow : 'visible';
  const textStyle = { ...style, content, overflow, animation: {}, captionStyle: 'none' };
  return { op: 'updateClip', clipId, patch: { textStyle } };
}

/** Returns the command that stores what an edit changed; null when it changed nothing. */
export function commandOfText({ clipId, before, style }: TextEdit): Command | null {
  const old = new Map(Object.entries(before));
  const changed = Object.entries(style).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old.get(name)),
  );
  return changed.length === 0 ? null : { op: 'updateClip', clipId, patch: { textStyle: Object.fromEntries(changed) } };
}

/**
 * Returns the range of a text that was replaced, and its replacement, from the texts before and after a change. `caret`
 * is the end of the replacement: it decides which of several equal letters is the new one.
 */
export function changedRange(before: string, after: string, caret: number): ContentRange & { text: string } {
  const most = Math.min(before.length, after.length);
  let tail = 0;
  while (tail < Math.min(most, after.length - caret) && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  // Surrogates of one character stay together.
  if (isLowSurrogate(after, after.length - tail)) tail -= 1;
  let head = 0;
  while (head < most - tail && before[head] === after[head]) head += 1;
  if (isLowSurrogate(before, head) || isLowSurrogate(after, head)) head -= 1;
  return { start: head, end: before.length - tail, text: after.slice(head, after.length - tail) };
}

function isLowSurrogate(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function stateOf({ style, selection }: TextEdit): TextState {
  return { style, selection };
}

function statesWith(edit: TextEdit): readonly TextState[] {
  return [...edit.done, stateOf(edit)].slice(-MOST_STATES);
}
