import { type Clip, type TextStyle, textFormat } from '@framemill/timeline';
import { titleOf } from '../../ui/labels.ts';
import { formatted, selectedRange } from '../model/text-edit.ts';
import { useActions, useEditor } from '../model/use-editor.ts';

/** Format of texts, and the functions that change it. */
export interface TextFormatter {
  values: Partial<TextStyle>;
  /** Names of the fields with several values. */
  mixed: ReadonlySet<string>;
  /** Sets fields; `undefined` values are left out. */
  set(fields: Partial<TextStyle>): void;
  /** Shows fields while a control is dragged; null ends the drag without a change. */
  preview(fields: Partial<TextStyle> | null): void;
}

/**
 * Returns the format of text clips. While the only one of them is edited on the canvas, it is the format of its
 * selected part, or of its whole text when nothing is selected; changes are then part of the edit.
 */
export function useTextFormat(clips: readonly Clip[]): TextFormatter {
  const actions = useActions();
  const textEdit = useEditor((state) => state.textEdit);
  const edit = clips.length === 1 && clips[0]?.id === textEdit?.clipId ? textEdit : null;
  if (edit) {
    return {
      ...textFormat(edit.style, selectedRange(edit)),
      set(fields) {
        const own = defined(fields);
        if (own) actions.changeText((before) => formatted(before, own));
        else actions.previewText(null);
      },
      preview: (fields) => actions.previewText(fields && defined(fields)),
    };
  }
  const commandsFor = (fields: Partial<TextStyle>) => [
    { op: 'setTextStyle', clipIds: clips.map(({ id }) => id), style: fields },
  ];
  return {
    ...formatOf(clips),
    set(fields) {
      const own = defined(fields);
      const title = titleOf(Object.keys(fields)[0] ?? '');
      if (own) actions.run(`Text style: ${title}`, commandsFor(own));
      else actions.drag(null);
    },
    preview(fields) {
      const own = fields && defined(fields);
      actions.drag(own && commandsFor(own));
    },
  };
}

/** Returns the value of a form control as a field of a style. The command that sets it checks the value. */
export function styleField(name: keyof TextStyle, value: unknown): Partial<TextStyle> {
  const fields: Partial<TextStyle> = {};
  Reflect.set(fields, name, value);
  return fields;
}

/** Returns the fields that are not undefined; null when there are none. */
function defined(fields: Partial<TextStyle>): Partial<TextStyle> | null {
  const own = { ...fields };
  for (const name of Object.keys(own)) if (Reflect.get(own, name) === undefined) Reflect.deleteProperty(own, name);
  return Object.keys(own).length === 0 ? null : own;
}

/** Returns the style of the first clip, and the names of the fields that others have differently. */
function formatOf(clips: readonly Clip[]): Pick<TextFormatter, 'values' | 'mixed'> {
  const styles = clips.map(({ textStyle }) => new Map<string, unknown>(Object.entries(textStyle ?? {})));
  const names = new Set(styles.flatMap((style) => [...style.keys()]));
  const textOf = (style: ReadonlyMap<string, unknown> | undefined, name: string) => JSON.stringify(style?.get(name));
  const mixed = [...names].filter((name) => styles.some((style) => textOf(style, name) !== textOf(styles[0], name)));
  return { values: clips[0]?.textStyle ?? {}, mixed: new Set(mixed) };
}
