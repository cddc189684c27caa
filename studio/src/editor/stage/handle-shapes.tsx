import type { PointerEvent } from 'react';
import type { Point } from './box-frame.ts';

interface HandleProps {
  /** Position in screen (CSS) pixels from the canvas's top left. */
  at: Point;
  /** Description of the handle, for its tooltip and for tests. */
  title: string;
  cursor?: string;
  onPointerDown(event: PointerEvent<SVGElement>): void;
}

/** Square handle that can be dragged with the pointer. */
export function SquareHandle({ at: [x, y], title, cursor = 'cursor-move', onPointerDown }: HandleProps) {
  return (
    <rect
      className={`${cursor} fill-white stroke-accent`}
      data-handle={title}
      height={10}
      onPointerDown={onPointerDown}
      width={10}
      x={x - 5}
      y={y - 5}
    >
      <title>{title}</title>
    </rect>
  );
}

/** Round drag handle. A small one is less prominent than the square handles around it. */
export function RoundHandle({
  at: [x, y],
  title,
  cursor = 'cursor-grab',
  isSmall = false,
  onPointerDown,
}: HandleProps & { isSmall?: boolean }) {
  return (
    <circle
      className={`${cursor} stroke-accent ${isSmall ? 'fill-accent/40' : 'fill-white'}`}
      cx={x}
      cy={y}
      data-handle={title}
      onPointerDown={onPointerDown}
      r={isSmall ? 4 : 5.5}
    >
      <title>{title}</title>
    </circle>
  );
}

/** Formats points for the `points` attribute of a polygon. */
export function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ');
}
