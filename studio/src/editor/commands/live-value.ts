import { useEffect, useMemo, useRef } from 'react';

/** Functions that change a field, as `FieldProps` has them. */
export interface FieldChange {
  /** Called with the new value; undefined removes the value. */
  onChange(value: unknown): void;
  /**
   * Called with each value while the user drags the control, before `onChange` with the last one; undefined ends a drag
   * without a change. Absent: `onChange` is called for each value instead.
   */
  onPreview?: ((value: unknown) => void) | undefined;
}

/** Value of a field while the user drags its control. */
export interface LiveValue {
  /** Starts a drag. The current value is the one that Escape restores. */
  begin(): void;
  /** Shows a value; without effect when no drag is in progress. */
  move(value: unknown): void;
  /** Ends the drag with the last value. */
  end(): void;
  /** Ends the drag with the value from before it. */
  cancel(): void;
  /** Whether a drag is in progress. */
  isLive(): boolean;
}

/** Returns the value of a field for a control that is dragged. Escape cancels a drag, and does nothing else then. */
export function useLiveValue(value: unknown, { onChange, onPreview }: FieldChange): LiveValue {
  const latest = useRef({ value, onChange, onPreview });
  useEffect(() => {
    latest.current = { value, onChange, onPreview };
  });
  const live = useMemo(() => liveValue(() => latest.current), []);
  useEffect(() => live.cancel, [live]);
  return live;
}

function liveValue(field: () => FieldChange & { value: unknown }): LiveValue {
  let drag: { before: unknown; last: unknown } | null = null;

  function handleEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    // Without a drag, Escape closes dialogs and clears the selection.
    event.preventDefault();
    event.stopPropagation();
    cancel();
  }

  function take() {
    const ended = drag;
    drag = null;
    removeEventListener('keydown', handleEscape, { capture: true });
    return ended;
  }

  function cancel(): void {
    const ended = take();
    if (!ended) return;
    const { onChange, onPreview } = field();
    if (onPreview) onPreview(undefined);
    else onChange(ended.before);
  }

  return {
    begin() {
      const { value } = field();
      drag = { before: value, last: value };
      addEventListener('keydown', handleEscape, { capture: true });
    },
    move(value) {
      if (!drag || Object.is(drag.last, value)) return;
      drag.last = value;
      const { onChange, onPreview = onChange } = field();
      onPreview(value);
    },
    end() {
      const ended = take();
      if (!ended) return;
      const { onChange, onPreview } = field();
      if (!Object.is(ended.last, ended.before)) onChange(ended.last);
      else onPreview?.(undefined);
    },
    cancel,
    isLive: () => drag !== null,
  };
}
