import type { Clip, TextStyle } from '@framemill/timeline';
import { type ReactNode, useId } from 'react';
import { titleOf } from '../../ui/labels.ts';
import { useEditor } from '../model/use-editor.ts';
import { FontProblem } from './font-field.tsx';
import { fontProblems } from './fonts.ts';
import { AlignButtons, keepTextFocus, PartFields, StyleField, ToggleButtons, WeightSelect } from './text-controls.tsx';
import { TEXT_PARTS } from './text-formats.ts';
import { useTextFormat } from './use-text-format.ts';

/** Fields after the alignment, in order. */
const MORE: readonly (keyof TextStyle)[] = ['lineHeight', 'letterSpacing', 'textTransform', 'textDecoration', 'width'];

/**
 * Section of the inspector with the look of text clips: of the selected part of a text that is edited on the canvas,
 * otherwise of the whole texts.
 */
export function TextStyleFields({ clips }: { clips: readonly Clip[] }) {
  const format = useTextFormat(clips);
  const bySrc = useEditor((state) => state.bySrc);
  const weightId = useId();
  const isEdited = useEditor(({ textEdit }) => textEdit !== null);
  const isOnePart = useEditor(({ textEdit }) => textEdit !== null && textEdit.selection.start < textEdit.selection.end);
  const spanned = clips.flatMap(({ textStyle }) => textStyle?.spans ?? []);
  // The field of the family names its own problem.
  const shown = new Set(fontProblems({ fontFamily: format.values.fontFamily }, bySrc));
  const problems = fontProblems({ spans: spanned }, bySrc).filter((problem) => !shown.has(problem));
  return (
    <fieldset
      className="flex min-w-0 flex-col gap-1.5"
      data-text-edit=""
      onMouseDown={isEdited ? keepTextFocus : undefined}
    >
      <legend className="sr-only">Text style</legend>
      {isOnePart && <p className="text-[13px] text-faint">Applies to the selected part.</p>}
      <StyleField format={format} name="fontFamily" />
      {problems.map((problem) => (
        <FontProblem key={problem}>{problem}</FontProblem>
      ))}
      <StyleField format={format} name="fontSize" />
      <Line id={weightId} label={titleOf('fontWeight')}>
        <WeightSelect format={format} id={weightId} />
      </Line>
      <Line label="Format">
        <ToggleButtons format={format} />
      </Line>
      <StyleField format={format} name="color" />
      <Line label={titleOf('align')}>
        <AlignButtons format={format} />
      </Line>
      {MORE.map((name) => (
        <StyleField format={format} key={name} name={name} />
      ))}
      {TEXT_PARTS.map((part) => (
        <PartFields format={format} key={part.title} part={part} />
      ))}
    </fieldset>
  );
}

/** Row with a label, which refers to the control with `id`. */
function Line({ id, label, children }: { id?: string; label: string; children: ReactNode }) {
  const className = 'text-[13px] leading-tight text-soft';
  return (
    <div className="grid min-h-7.5 grid-cols-[minmax(0,6.75rem)_minmax(0,1fr)] items-center gap-x-2">
      {id === undefined ? (
        <span aria-hidden="true" className={className}>
          {label}
        </span>
      ) : (
        <label className={className} htmlFor={id}>
          {label}
        </label>
      )}
      {children}
    </div>
  );
}
