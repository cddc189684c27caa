/** Handlers for a drag. They receive pointer events from anywhere in the window. */
export interface DragListeners {
  move(event: PointerEvent): void;
  /** Called when the button is released (`pointerup`) or the browser cancels the pointer (`pointercancel`). */
  end(event: PointerEvent): void;
  /** Called when Escape is pressed. */
  abandon(): void;
}

/** Listens for pointer events and Escape in the whole window. Returns a function that removes the listeners. */
export function listenToDrags({ move, end, abandon }: DragListeners): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') abandon();
  };
  addEventListener('pointermove', move);
  addEventListener('pointerup', end);
  addEventListener('pointercancel', end);
  addEventListener('keydown', onKey);
  return () => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', end);
    removeEventListener('pointercancel', end);
    removeEventListener('keydown', onKey);
  };
}
