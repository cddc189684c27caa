import type { StageBox } from '@framemill/compositor/page';
import type { TextRow } from '@framemill/timeline';
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import type { TextEdit } from '../model/text-edit.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { boundsOf, frameOf, type Point, toBox } from '../stage/box-frame.ts';
import { pointsOf } from '../stage/handle-shapes.tsx';
import { TextBar } from './text-bar.tsx';
import { type CaretPlace, caretAt, offsetAt, partsOf, rowIndexAt, wordAt } from './text-caret.ts';
import { type TextField, useTextField } from './use-text-field.ts';

interface TextEditorProps {
  /** Boxes of the visible clips on the canvas. */
  boxes: readonly StageBox[];
  /** Lines of the text in pixels of the box before scale and rotation. */
  rows: readonly TextRow[];
  /** Scale of the canvas on screen: CSS pixels per canvas pixel. */
  scale: number;
  /** Area of the preview, to which the focus returns at the end of the edit. */
  area: RefObject<HTMLElement | null>;
}

/** Overlay of the text that is edited on the canvas; nothing when none is edited. */
export function TextEditor(props: TextEditorProps) {
  const edit = useEditor((state) => state.textEdit);
  return edit && <EditedText {...props} edit={edit} key={edit.clipId} />;
}

/**
 * Overlay of a text that is edited on the canvas: its caret and selection where the renderer draws its letters, and
 * the formatting bar. An invisible text field takes the keys and the input methods. Escape, and a press or the focus
 * outside of the controls of the text, end the edit.
 */
function EditedText({ edit, boxes, rows, scale, area }: TextEditorProps & { edit: TextEdit }) {
  const actions = useActions();
  const reported = boxes.find(({ clipId }) => clipId === edit.clipId);
  const [box, setBox] = useState(reported);
  // A text without letters has no box: it stays where it was.
  if (reported && reported !== box) setBox(reported);
  const svg = useRef<SVGSVGElement>(null);
  const field = useTextField({ edit, rows, area });
  useEndOutside(area);

  const pressAt = edit.press;
  useEffect(() => {
    if (!pressAt || !box || rows.length === 0) return;
    const at = offsetAt(rows, toBlock(box, pressAt));
    field.select(at, at);
    actions.changeText((before) => ({ ...before, press: null }));
  }, [pressAt, box, rows, field, actions]);

  const caret = caretAt(rows, edit.selection.isBackward ? edit.selection.start : edit.selection.end);
  const corners = (box?.corners ?? []).map(([x, y]): Point => [x * scale, y * scale]);
  const place: Point = box && caret ? toScreen(box, [caret.x, caret.top], scale) : [0, 0];
  const [left = 0, top = 0, right = 0, bottom = 0] = corners.length > 0 ? boundsOf(corners) : [];
  const composed = field.composition ? partsOf(rows, field.composition.start, field.composition.end) : [];

  function blockPoint({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const bounds = svg.current?.getBoundingClientRect();
    const point: Point = [(clientX - (bounds?.left ?? 0)) / scale, (clientY - (bounds?.top ?? 0)) / scale];
    return box ? toBlock(box, point) : point;
  }

  const pressHandlers = usePressHandlers({ edit, rows, field, blockPoint });

  return (
    <div data-text-edit="">
      <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible" ref={svg}>
        <polygon className="fill-none stroke-accent" points={pointsOf(corners)} strokeDasharray="4 3" />
        <polygon
          className="pointer-events-auto cursor-text fill-transparent"
          data-text-area=""
          points={pointsOf(corners)}
          {...pressHandlers}
        />
        {box && (
          <g transform={matrixOf(box, scale)}>
            {partsOf(rows, edit.selection.start, edit.selection.end).map((part) => (
              <rect
                className="fill-info/45"
                data-selected=""
                height={part.bottom - part.top}
                key={`${part.left} ${part.top}`}
                width={part.right - part.left}
                x={part.left}
                y={part.top}
              />
            ))}
            {composed.map((part) => (
              <line
                className="stroke-info"
                data-composed=""
                key={`${part.left} ${part.top}`}
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
                x1={part.left}
                x2={part.right}
                y1={part.bottom}
                y2={part.bottom}
              />
            ))}
            {/* Dark on light: the caret is visible on every image. */}
            {caret && <CaretLine className="stroke-white" place={caret} width={4} />}
            {caret && <CaretLine className="stroke-black" isMeasured place={caret} width={2} />}
          </g>
        )}
      </svg>
      <textarea
        {...field.handlers}
        aria-label="Text on the canvas"
        className="pointer-events-none absolute resize-none overflow-hidden border-0 bg-transparent p-0 opacity-0 outline-none"
        dir={edit.style.direction ?? 'auto'}
        maxLength={field.maxLength}
        ref={field.ref}
        rows={1}
        spellCheck={false}
        // Input methods place their windows at the caret of the field.
        style={{
          ...{ left: place[0], top: place[1], width: 2, whiteSpace: 'pre' },
          ...{ height: caret ? (caret.bottom - caret.top) * lengthOf(box) * scale : 16 },
        }}
      />
      <TextBar anchor={{ left, top, right, bottom }} area={area} edit={edit} focusText={field.focus} />
    </div>
  );
}

/** Line of the caret. `width` is in screen (CSS) pixels; `isMeasured` marks the line that tests look for. */
function CaretLine(props: { place: CaretPlace; className: string; width: number; isMeasured?: boolean }) {
  const { place, className, width, isMeasured } = props;
  return (
    <line
      className={className}
      data-caret={isMeasured ? '' : undefined}
      strokeWidth={width}
      vectorEffect="non-scaling-stroke"
      x1={place.x}
      x2={place.x}
      y1={place.top}
      y2={place.bottom}
    />
  );
}

interface PressOptions {
  edit: TextEdit;
  rows: readonly TextRow[];
  field: TextField;
  /** Returns the point of an event in pixels of the clip's box. */
  blockPoint(event: { clientX: number; clientY: number }): Point;
}

/** Distance that the pointer must move before a press counts as a drag, in screen (CSS) pixels. */
const SLACK_PX = 3;

/**
 * Returns the handlers of the mouse over the text: a press puts the caret, with Shift it selects up to there; a drag
 * selects; a double click selects a word, a triple click a line.
 */
function usePressHandlers({ edit, rows, field, blockPoint }: PressOptions) {
  const { start, end, isBackward } = edit.selection;
  const pressed = useRef<Point | null>(null);
  const anchor = isBackward ? end : start;
  return {
    onPointerDown(event: PointerEvent<SVGElement>) {
      event.stopPropagation();
      if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
    },
    onMouseDown(event: MouseEvent<SVGElement>) {
      if (event.button !== 0) return;
      // The text field keeps the focus.
      event.preventDefault();
      pressed.current = [event.clientX, event.clientY];
      const at = offsetAt(rows, blockPoint(event));
      const row = rows[rowIndexAt(rows, at)];
      if (event.shiftKey) field.selectTo(anchor, at);
      else if (event.detail === 2) field.select(...wordAt(edit.style.content, at));
      else if (event.detail > 2 && row) field.select(row.start, row.end);
      else field.select(at, at);
    },
    onPointerMove(event: PointerEvent<SVGElement>) {
      if (!pressed.current || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
      const [x, y] = pressed.current;
      if (Math.hypot(event.clientX - x, event.clientY - y) < SLACK_PX) return;
      field.selectTo(anchor, offsetAt(rows, blockPoint(event)));
    },
    onPointerUp() {
      pressed.current = null;
    },
  };
}

/** Selector of the parts of the page that belong to an edited text; the second are the ends of open popovers. */
const PARTS = '[data-text-edit], [data-base-ui-focus-guard]';

/** Ends the edit when something outside of the controls of the text is pressed or gets the focus. */
function useEndOutside(area: RefObject<HTMLElement | null>): void {
  const actions = useActions();
  useEffect(() => {
    function look(event: Event) {
      const { target } = event;
      // The middle mouse button moves the preview.
      if (event instanceof globalThis.PointerEvent && event.button === 1) return;
      if (target instanceof Element && !target.closest(PARTS)) actions.endText();
    }
    // Browsers scroll the caret of the field into view; the preview is moved by its own zoom only.
    const element = area.current;
    const stay = () => element?.scrollTo(0, 0);
    addEventListener('pointerdown', look, { capture: true });
    addEventListener('focusin', look);
    element?.addEventListener('scroll', stay);
    return () => {
      removeEventListener('pointerdown', look, { capture: true });
      removeEventListener('focusin', look);
      element?.removeEventListener('scroll', stay);
    };
  }, [actions, area]);
}

/** Converts a point of the canvas to pixels of the clip's box before scale and rotation. */
function toBlock({ corners, size: [width, height] }: StageBox, point: Point): Point {
  const [u, v] = toBox(frameOf(corners), point);
  return [u * width, v * height];
}

/** Returns the lengths of a box's pixel along its edges, as vectors in canvas pixels. */
function unitsOf({ corners, size: [width, height] }: StageBox): { across: Point; down: Point; origin: Point } {
  const { origin, across, down } = frameOf(corners);
  const [w, h] = [Math.max(1, width), Math.max(1, height)];
  return { origin, across: [across[0] / w, across[1] / w], down: [down[0] / h, down[1] / h] };
}

function toScreen(box: StageBox, [x, y]: Point, scale: number): Point {
  const { origin, across, down } = unitsOf(box);
  return [(origin[0] + x * across[0] + y * down[0]) * scale, (origin[1] + x * across[1] + y * down[1]) * scale];
}

/** Length of a vertical pixel of the box in canvas pixels. */
function lengthOf(box: StageBox | undefined): number {
  return box ? Math.hypot(...unitsOf(box).down) : 1;
}

function matrixOf(box: StageBox, scale: number): string {
  const { origin, across, down } = unitsOf(box);
  return `matrix(${[...across, ...down, ...origin].map((value) => value * scale).join(' ')})`;
}
