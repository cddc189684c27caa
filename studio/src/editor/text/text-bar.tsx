import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { NumberInput } from '../commands/number-input.tsx';
import { Swatch } from '../commands/value-inputs.tsx';
import type { TextEdit } from '../model/text-edit.ts';
import { useEditor } from '../model/use-editor.ts';
import { FontPicker } from './font-field.tsx';
import {
  AlignButtons,
  keepTextFocus,
  PartFields,
  STYLE_SCHEMAS,
  ToggleButtons,
  WeightSelect,
} from './text-controls.tsx';
import { TEXT_PARTS, type TextPart } from './text-formats.ts';
import { type TextFormatter, useTextFormat } from './use-text-format.ts';

interface TextBarProps {
  edit: TextEdit;
  /** Bounds of the text, in screen (CSS) pixels from the top left of the canvas. */
  anchor: { left: number; top: number; right: number; bottom: number };
  /** Area of the preview, in which the bar stays. */
  area: RefObject<HTMLElement | null>;
  /** Gives the focus back to the text. */
  focusText(): void;
}

/** Distance of the bar from the text and from the edges of the preview, in screen (CSS) pixels. */
const GAP_PX = 10;

/**
 * Bar with the format of a text that is edited on the canvas, below the text or above it. A press on a button leaves
 * the focus in the text; Escape gives it back.
 */
export function TextBar({ edit, anchor, area, focusText }: TextBarProps) {
  const clip = useEditor((state) => state.document.clips.find(({ id }) => id === edit.clipId));
  const format = useTextFormat(clip ? [clip] : []);
  const bar = useRef<HTMLDivElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const sizeId = useId();

  // The canvas moves within its area with the zoom: the bar is placed when everything else is.
  useLayoutEffect(() => {
    const [canvas, inside, own] = [mark.current, area.current, bar.current].map((one) => one?.getBoundingClientRect());
    if (!canvas || !inside || !own || !bar.current) return;
    const x = canvas.left - inside.left + (anchor.left + anchor.right) / 2 - own.width / 2;
    const below = canvas.top - inside.top + anchor.bottom + GAP_PX;
    const above = canvas.top - inside.top + anchor.top - GAP_PX - own.height;
    const lowest = inside.height - own.height - GAP_PX;
    const y = below <= lowest ? below : above;
    bar.current.style.left = `${Math.max(GAP_PX, Math.min(inside.width - own.width - GAP_PX, x))}px`;
    bar.current.style.top = `${Math.max(GAP_PX, Math.min(lowest, y))}px`;
  });

  const content = (
    <div
      aria-label="Text format"
      className="absolute z-10 flex w-max max-w-[calc(100%-1.25rem)] flex-wrap items-center gap-1.5 rounded-xl border border-line-strong bg-overlay p-1.5 shadow-pop"
      data-text-edit=""
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        focusText();
      }}
      onMouseDown={keepTextFocus}
      onPointerDown={(event) => event.stopPropagation()}
      ref={bar}
      role="toolbar"
    >
      <span className="w-36">
        <FontPicker
          finalFocus={textField}
          isMixed={format.mixed.has('fontFamily')}
          onChange={(value) => typeof value === 'string' && format.set({ fontFamily: value })}
          value={format.values.fontFamily}
        />
      </span>
      <label className="sr-only" htmlFor={sizeId}>
        Font size
      </label>
      <span className="w-18">
        <NumberInput
          id={sizeId}
          isBare
          isMixed={format.mixed.has('fontSize')}
          name="fontSize"
          onChange={(value) => typeof value === 'number' && format.set({ fontSize: value })}
          onPreview={(value) => format.preview(typeof value === 'number' ? { fontSize: value } : null)}
          schema={STYLE_SCHEMAS.fontSize ?? {}}
          value={format.values.fontSize}
        />
      </span>
      <span className="w-28">
        <WeightSelect format={format} />
      </span>
      <ToggleButtons format={format} />
      <AlignButtons format={format} />
      <Swatch
        label="Fill"
        name="color"
        onChange={(value) => typeof value === 'string' && format.set({ color: value })}
        onPreview={(value) => format.preview(typeof value === 'string' ? { color: value } : null)}
        value={format.values.color}
      />
      {TEXT_PARTS.map((part) => (
        <PartButton format={format} key={part.title} part={part} />
      ))}
    </div>
  );
  return (
    <>
      <span className="absolute top-0 left-0" ref={mark} />
      {area.current && createPortal(content, area.current)}
    </>
  );
}

/** Returns the text field of the edited text, which gets the focus when a popover of the bar is closed. */
function textField(): HTMLElement | null {
  return document.querySelector<HTMLElement>('[data-text-edit] > textarea');
}

/** Button that opens the fields of a part of the look. */
function PartButton({ part, format }: { part: TextPart; format: TextFormatter }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover
      finalFocus={textField}
      isOfText
      isOpen={isOpen}
      label={part.title}
      onOpenChange={setIsOpen}
      trigger={
        <Button
          aria-pressed={part.isOn(format.values)}
          size="small"
          tone={part.isOn(format.values) ? 'plain' : 'quiet'}
        >
          {part.title}
        </Button>
      }
    >
      <div className="w-72 p-1.5">
        <PartFields format={format} part={part} />
      </div>
    </Popover>
  );
}
