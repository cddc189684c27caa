import type { Command } from '@framemill/timeline';
import { type PointerEvent as ReactPointerEvent, useEffect, useMemo, useRef } from 'react';
import { useActions } from '../model/use-editor.ts';

/** Pointer drag that results in editing commands. */
export interface CommandDrag {
  /** Label in the history. */
  label: string;
  /**
   * Returns the commands of the drag so far; an empty list when nothing changes. The offsets are in pixels from its
   * start.
   */
  commandsAt(dxPx: number, dyPx: number, event: globalThis.PointerEvent): Command[];
  /** Called when the drag has ended, whether completed or cancelled. */
  ended?(): void;
}

/** Distance that the pointer must move before a press counts as a drag, in pixels. */
const SLACK_PX = 3;

/**
 * Returns a function that starts drags whose commands are previewed during the drag and applied as one undo step at its
 * end. Escape cancels a drag.
 */
export function useCommandDrag(): { begin(event: ReactPointerEvent, drag: CommandDrag): void } {
  const actions = useActions();
  const held = useRef<{ drag: CommandDrag; x: number; y: number; isMoved: boolean } | null>(null);

  useEffect(() => {
    function move(event: globalThis.PointerEvent) {
      const now = held.current;
      if (!now) return;
      const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
      if (!now.isMoved && Math.hypot(dx, dy) < SLACK_PX) return;
      now.isMoved = true;
      actions.drag(now.drag.commandsAt(dx, dy, event));
    }
    function end(event: globalThis.PointerEvent) {
      const now = held.current;
      if (!now) return;
      held.current = null;
      const commands = now.isMoved ? now.drag.commandsAt(event.clientX - now.x, event.clientY - now.y, event) : [];
      now.drag.ended?.();
      if (!now.isMoved) return;
      actions.drag(null);
      if (commands.length > 0 && event.type === 'pointerup') actions.run(now.drag.label, commands);
    }
    function abandon(event: KeyboardEvent) {
      if (!held.current) return;
      // Without a drag, Escape clears the selection: this press must not do that.
      event.preventDefault();
      held.current.drag.ended?.();
      held.current = null;
      actions.drag(null);
    }
    return listenToDrags({ move, end, abandon });
  }, [actions]);

  return useMemo(
    () => ({
      begin(event, drag) {
        if (event.button !== 0) return;
        event.stopPropagation();
        held.current = { drag, x: event.clientX, y: event.clientY, isMoved: false };
      },
    }),
    [],
  );
}

/** Handlers for a drag. They receive pointer events from anywhere in the window. */
export interface DragListeners {
  move(event: PointerEvent): void;
  /** Called when the button is released (`pointerup`) or the browser cancels the pointer (`pointercancel`). */
  end(event: PointerEvent): void;
  /** Called when Escape is pressed. */
  abandon(event: KeyboardEvent): void;
}

/** Listens for pointer events and Escape in the whole window. Returns a function that removes the listeners. */
export function listenToDrags({ move, end, abandon }: DragListeners): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') abandon(event);
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  // Before the keyboard shortcuts, which ignore keys that a drag has handled.
  addEventListener('keydown', onKey, { capture: true });
  return () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    removeEventListener('keydown', onKey, { capture: true });
  };
}
