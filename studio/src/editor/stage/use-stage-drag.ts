import type { Command } from '@framemill/timeline';
import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import { useActions } from '../model/use-editor.ts';
import { between, type Point } from './box-frame.ts';
import type { GuideLines } from './snap-guides.ts';

/** Modifier keys pressed during a drag. */
export interface HeldKeys {
  shiftKey: boolean;
  altKey: boolean;
}

/** Drag on the canvas, as a function of the pointer position. Positions are in canvas pixels. */
export interface StageDrag {
  /** Label of the edit in the history. */
  label: string;
  /**
   * Returns the commands of the drag when the pointer is at `to`, and the guide lines to display. `from` is the start
   * position.
   */
  at(to: Point, from: Point, keys: HeldKeys): { commands: Command[]; guides?: GuideLines };
}

/** Function that starts a drag. */
export type BeginDrag = (event: PointerEvent<SVGElement>, drag: StageDrag) => void;

const NO_GUIDES: GuideLines = { xs: [], ys: [] };
/** Distance that the pointer must move before a press counts as a drag, in screen (CSS) pixels. */
const SLACK_PX = 2;

/**
 * Returns the handlers for drags on the canvas. The result is previewed during the drag and becomes one undo step at
 * its end. Escape cancels it.
 */
export function useStageDrag(area: RefObject<SVGSVGElement | null>, scale: number) {
  const actions = useActions();
  const held = useRef<{ drag: StageDrag; from: Point; stop(): void } | null>(null);
  const [guides, setGuides] = useState(NO_GUIDES);

  function placeOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const bounds = area.current?.getBoundingClientRect();
    return [(clientX - (bounds?.left ?? 0)) / scale, (clientY - (bounds?.top ?? 0)) / scale];
  }

  function end(): typeof held.current {
    const done = held.current;
    held.current = null;
    done?.stop();
    actions.drag(null);
    setGuides(NO_GUIDES);
    return done;
  }

  const begin: BeginDrag = (event, drag) => {
    if (event.button !== 0) return;
    event.stopPropagation();
    const abandon = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape') return;
      // Without a drag, Escape clears the selection: this press must not do that.
      pressed.stopPropagation();
      end();
    };
    addEventListener('keydown', abandon, { capture: true });
    const stop = () => removeEventListener('keydown', abandon, { capture: true });
    held.current = { drag, from: placeOf(event), stop };
    area.current?.setPointerCapture(event.pointerId);
  };

  return {
    begin,
    guides,
    handlers: {
      onPointerMove(event: PointerEvent<SVGSVGElement>) {
        if (!held.current) return;
        const { drag, from } = held.current;
        const { commands, guides: shown = NO_GUIDES } = drag.at(placeOf(event), from, event);
        setGuides(shown);
        actions.drag(commands);
      },
      onPointerUp(event: PointerEvent<SVGSVGElement>) {
        const done = end();
        if (!done) return;
        const to = placeOf(event);
        const isMoved = Math.hypot(...between(done.from, to)) * scale > SLACK_PX;
        const { commands } = done.drag.at(to, done.from, event);
        if (isMoved && commands.length > 0) actions.run(done.drag.label, commands);
      },
      onPointerCancel: end,
    },
  };
}
