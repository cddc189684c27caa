/** What a drag does with the pointer, wherever it goes in the window. */
export interface DragListeners {
  move(event: PointerEvent): void;
  /** The button was let go (`pointerup`), or the browser took the pointer away (`pointercancel`). */
  end(event: PointerEvent): void;
  /** Escape was pressed. */
  abandon(): void;
}

/** Listens to the pointer and Escape in the whole window until the returned function is called. */
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
