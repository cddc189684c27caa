import type { PointerEvent } from 'react';
import { type CommentThread, isPinned, type Place } from './threads.ts';

interface CommentPinsProps {
  /** Threads that can have a pin. */
  threads: readonly CommentThread[];
  /** Id of the highlighted thread; null for none. */
  pickedId: string | null;
  /** Time that the image shows, in seconds. */
  atSec: number;
  /** Place of a new comment; null for none. */
  newPoint: Place['point'];
  onPick(thread: CommentThread): void;
  /** Called with the place of a press; absent while no place is chosen. */
  onPlace?: ((point: NonNullable<Place['point']>) => void) | undefined;
}

/** Pins of comments over the image, whose box the parent element has. */
export function CommentPins({ threads, pickedId, atSec, newPoint, onPick, onPlace }: CommentPinsProps) {
  function place(event: PointerEvent<HTMLElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const share = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
    onPlace?.({ x: share((event.clientX - left) / width), y: share((event.clientY - top) / height) });
  }
  return (
    <>
      {onPlace && (
        <div
          aria-hidden="true"
          className="absolute inset-0 cursor-crosshair touch-none"
          data-testid="place-comment"
          onPointerDown={place}
        />
      )}
      {threads
        .filter((thread) => isPinned(thread, atSec))
        .map((thread) => (
          <button
            aria-label={`Comment by ${thread.author.name}: ${thread.text.slice(0, 80)}`}
            className={`absolute -translate-x-1/2 -translate-y-full rounded-t-full rounded-br-full border-2 border-black/60 ${thread.id === pickedId ? 'size-7 bg-accent' : 'size-5.5 bg-info'}`}
            key={thread.id}
            onClick={() => onPick(thread)}
            style={styleOf(thread.point)}
            title={thread.text.slice(0, 80)}
            type="button"
          />
        ))}
      {newPoint && (
        <span
          className="pointer-events-none absolute size-6 -translate-x-1/2 -translate-y-full rounded-t-full rounded-br-full border-2 border-black/60 bg-accent"
          data-testid="new-pin"
          style={styleOf(newPoint)}
        />
      )}
    </>
  );
}

function styleOf(point: Place['point']) {
  return point ? { left: `${point.x * 100}%`, top: `${point.y * 100}%` } : {};
}
