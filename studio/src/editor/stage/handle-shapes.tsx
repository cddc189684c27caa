import type { PointerEvent } from 'react';
import type { Point } from './box-frame.ts';

interface HandleProps {
  /** Pixels of the window from the canvas' top left. */
  at: Point;
  /** What it does, for tests and for who points at it. */
  title: string;
  cursor?: string;
  onPointerDown(event: PointerEvent<SVGElement>): void;
}

/** A square to drag. */
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

/** A round one; a small one is a quieter thing than the squares around it. */
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

/** Places as the `points` of a polygon. */
export function pointsOf(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x},${y}`).join(' ');
}
