import { useEffect, useRef, useState } from 'react';
import { Finder } from '../../ui/finder.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Popover } from '../../ui/popover.tsx';
import { control, type FieldProps, MIXED, Row } from '../commands/value-inputs.tsx';
import { useEditor } from '../model/use-editor.ts';
import { type FontChoice, fontProblems, loadFace, useFontChoices } from './fonts.ts';
import { FAMILIES } from './text-formats.ts';

/** Form row for a font. Below it, it says when the font is not available, and which one is used instead. */
export function FontField(props: FieldProps) {
  const { value, isMixed = false } = props;
  const bySrc = useEditor((state) => state.bySrc);
  const problems = typeof value === 'string' && !isMixed ? fontProblems({ fontFamily: value }, bySrc) : [];
  return (
    <>
      <Row {...props}>{(id) => <FontPicker {...props} id={id} />}</Row>
      {problems.map((problem) => (
        <FontProblem key={problem}>{problem}</FontProblem>
      ))}
    </>
  );
}

/** Sentence about a font that is not available. */
export function FontProblem({ children }: { children: string }) {
  return (
    <p className="flex items-start gap-1.5 text-[13px] text-warn" data-font-problem="">
      <Icon className="mt-0.5" name="warning" size={14} /> {children}
    </p>
  );
}

interface FontPickerProps extends Pick<FieldProps, 'value' | 'isMixed' | 'onChange'> {
  /** Id of the button, for a label; absent: the button has a label of its own. */
  id?: string;
  finalFocus?: () => HTMLElement | null;
}

/** Button with the name of a font, which opens the list of all fonts. Each name is written in its own font. */
export function FontPicker({ id, value, isMixed = false, onChange, finalFocus }: FontPickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  const choices = useFontChoices();
  const current = typeof value === 'string' ? value : (FAMILIES[0] ?? '');
  const known = choices.find((choice) => choice.value.toLowerCase() === current.toLowerCase());
  const text = isMixed ? MIXED : (known?.name ?? current);
  const entries = choices.map((choice, index) => ({
    ...{ key: String(index), title: choice.name, choice },
    description: choice.value === choice.name ? '' : 'Your file',
  }));
  return (
    <Popover
      isOfText
      isOpen={isOpen}
      label="Fonts"
      onOpenChange={setIsOpen}
      trigger={
        <button
          aria-label={id === undefined ? `Font: ${text}` : undefined}
          className={`${control} flex h-7.5 items-center gap-1 text-left`}
          id={id}
          type="button"
        >
          <span className="min-w-0 grow truncate">{known && !isMixed ? <FontName choice={known} /> : text}</span>
          <Icon className="shrink-0 text-faint" name="chevronDown" size={12} />
        </button>
      }
      {...(finalFocus ? { finalFocus } : {})}
    >
      <div className="w-64">
        <Finder
          entries={entries}
          id="fonts"
          label="Find a font"
          listLabel="Fonts"
          onPick={({ choice }) => {
            setIsOpen(false);
            onChange(choice.value);
          }}
          titleOf={({ choice }) => <FontName choice={choice} />}
        />
      </div>
    </Popover>
  );
}

/** Name of a font in its own letters. The font is loaded when the name is first visible. */
function FontName({ choice: { name, url } }: { choice: FontChoice }) {
  const ref = useRef<HTMLSpanElement>(null);
  const [family, setFamily] = useState<string | undefined>(undefined);
  useEffect(() => {
    if (!ref.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      setFamily(loadFace(url));
      observer.disconnect();
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [url]);
  return (
    <span className="block truncate" dir="auto" ref={ref} style={{ fontFamily: family }}>
      {name}
    </span>
  );
}
