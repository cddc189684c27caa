import type { StageBox } from '@framemill/compositor/stage';
import type { Clip, Command } from '@framemill/timeline';
import { type PointerEvent, useRef } from 'react';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';

type Point = [x: number, y: number];
type Grip = 'move' | 'scale' | 'turn';

/** A drag of a clip on the canvas; places are pixels of the window. */
interface Drag {
  grip: Grip;
  clip: Clip;
  from: Point;
  /** Middle of the clip. */
  middle: Point;
}

/** What is on the canvas, to be picked and dragged: a click picks the topmost clip; a picked one has handles. */
export function StageHandles({ boxes, scale }: { boxes: readonly StageBox[]; scale: number }) {
  const selection = useEditor((state) => state.selection);
  const actions = useActions();
  const read = useReadEditor();
  const drag = useRef<Drag | null>(null);
  const area = useRef<SVGSVGElement>(null);
  const shown = boxes.filter(({ clipId }) => selection.includes(clipId));

  function begin(event: PointerEvent<SVGElement>, grip: Grip, clipId: string, corners: readonly Point[]) {
    if (event.button !== 0) return;
    event.stopPropagation();
    const clip = read().document.clips.find(({ id }) => id === clipId);
    const bounds = area.current?.getBoundingClientRect();
    if (!clip || !bounds) return;
    if (!selection.includes(clipId)) actions.select([clipId]);
    const [x, y] = middleOf(corners);
    const middle: Point = [bounds.left + x * scale, bounds.top + y * scale];
    drag.current = { grip, clip, from: [event.clientX, event.clientY], middle };
    area.current?.setPointerCapture(event.pointerId);
  }

  function move(event: PointerEvent<SVGSVGElement>) {
    if (drag.current) actions.drag(commandsOf(drag.current, [event.clientX, event.clientY], scale, event.shiftKey));
  }

  function end(event: PointerEvent<SVGSVGElement>) {
    const done = drag.current;
    drag.current = null;
    if (!done) return;
    const commands = commandsOf(done, [event.clientX, event.clientY], scale, event.shiftKey);
    actions.drag(null);
    const isMoved = Math.hypot(event.clientX - done.from[0], event.clientY - done.from[1]) > 2;
    if (isMoved) actions.run(LABELS[done.grip], commands);
  }

  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full touch-none overflow-visible"
      onPointerDown={() => actions.select([])}
      onPointerMove={move}
      onPointerUp={end}
      ref={area}
    >
      {boxes.map(({ clipId, corners }) => (
        <polygon
          className="fill-transparent hover:stroke-accent/60"
          data-clip={clipId}
          key={clipId}
          onPointerDown={(event) => begin(event, 'move', clipId, corners)}
          points={corners.map(([x, y]) => `${x * scale},${y * scale}`).join(' ')}
          strokeWidth={1}
        />
      ))}
      {shown.map(({ clipId, corners }) => (
        <g key={clipId}>
          <polygon
            className="pointer-events-none fill-none stroke-accent"
            points={corners.map(([x, y]) => `${x * scale},${y * scale}`).join(' ')}
            strokeWidth={1.5}
          />
          <TurnHandle
            corners={corners}
            onPointerDown={(event) => begin(event, 'turn', clipId, corners)}
            scale={scale}
          />
          {corners.map(([x, y], index) => (
            <rect
              className="cursor-nwse-resize fill-white stroke-accent"
              height={10}
              // biome-ignore lint/suspicious/noArrayIndexKey: corners have no other name
              key={index}
              onPointerDown={(event) => begin(event, 'scale', clipId, corners)}
              width={10}
              x={x * scale - 5}
              y={y * scale - 5}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}

const LABELS: Record<Grip, string> = { move: 'Move on the canvas', scale: 'Scale', turn: 'Turn' };

/** Distance of the handle that turns from the upper edge, in pixels of the window. */
const TURN_PX = 24;

function TurnHandle({
  corners,
  scale,
  onPointerDown,
}: {
  corners: readonly Point[];
  scale: number;
  onPointerDown(event: PointerEvent<SVGElement>): void;
}) {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = corners;
  const [x, y] = [((ax + bx) / 2) * scale, ((ay + by) / 2) * scale];
  const [mx, my] = middleOf(corners);
  const length = Math.hypot(x - mx * scale, y - my * scale) || 1;
  const [dx, dy] = [(x - mx * scale) / length, (y - my * scale) / length];
  return (
    <>
      <line className="stroke-accent" strokeWidth={1.5} x1={x} x2={x + dx * TURN_PX} y1={y} y2={y + dy * TURN_PX} />
      <circle
        className="cursor-grab fill-white stroke-accent"
        cx={x + dx * TURN_PX}
        cy={y + dy * TURN_PX}
        onPointerDown={onPointerDown}
        r={5.5}
      />
    </>
  );
}

function middleOf(corners: readonly Point[]): Point {
  const sum = corners.reduce(([x, y], [cx, cy]): Point => [x + cx, y + cy], [0, 0] as Point);
  return [sum[0] / Math.max(1, corners.length), sum[1] / Math.max(1, corners.length)];
}

function commandsOf({ grip, clip, from, middle }: Drag, to: Point, scale: number, isHeld: boolean): Command[] {
  const clipId = clip.id;
  if (grip === 'move') {
    const [dx, dy] = [(to[0] - from[0]) / scale, (to[1] - from[1]) / scale];
    // With Shift along one axis only.
    const [mx, my] = isHeld ? (Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy]) : [dx, dy];
    return [{ op: 'setTransform', clipId, x: Math.round(clip.x + mx), y: Math.round(clip.y + my) }];
  }
  const before = [from[0] - middle[0], from[1] - middle[1]] as const;
  const after = [to[0] - middle[0], to[1] - middle[1]] as const;
  if (grip === 'scale') {
    const factor = Math.hypot(...after) / Math.max(1, Math.hypot(...before));
    return [
      { op: 'setTransform', clipId, scale: Math.round(Math.min(100, Math.max(0.01, clip.scale * factor)) * 1e3) / 1e3 },
    ];
  }
  const turned = ((Math.atan2(after[1], after[0]) - Math.atan2(before[1], before[0])) * 180) / Math.PI;
  const step = isHeld ? 15 : 0.1;
  return [
    { op: 'setTransform', clipId, rotation: Math.round(Math.round((clip.rotation + turned) / step) * step * 10) / 10 },
  ];
}
