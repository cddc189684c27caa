import type { Clip } from '@framemill/timeline';
import { frameOf, type Point, toBox, toCanvas } from './box-frame.ts';
import { pointsOf, SquareHandle } from './handle-shapes.tsx';
import type { HandlesProps } from './place-handles.tsx';
import type { StageDrag } from './use-stage-drag.ts';

type Side = 'cropL' | 'cropR' | 'cropT' | 'cropB';

/** Crop handles, with the one or two sides that each of them crops. */
const HANDLES: readonly { title: string; sides: readonly Side[] }[] = [
  { title: 'Crop left', sides: ['cropL'] },
  { title: 'Crop right', sides: ['cropR'] },
  { title: 'Crop top', sides: ['cropT'] },
  { title: 'Crop bottom', sides: ['cropB'] },
  { title: 'Crop top left', sides: ['cropL', 'cropT'] },
  { title: 'Crop top right', sides: ['cropR', 'cropT'] },
  { title: 'Crop bottom left', sides: ['cropL', 'cropB'] },
  { title: 'Crop bottom right', sides: ['cropR', 'cropB'] },
];

/** Minimum fraction of the width or height that remains after a crop. */
const LEAST = 0.01;

/** Outline of the uncropped and the cropped area of a selected clip, with handles that crop its sides. */
export function CropHandles({ clip, box, scale, begin }: HandlesProps) {
  const frame = frameOf(box.corners);
  const { cropL = 0, cropR = 0, cropT = 0, cropB = 0 } = clip;
  const place = (u: number, v: number): Point => {
    const [x, y] = toCanvas(frame, [u, v]);
    return [x * scale, y * scale];
  };
  const shown = [place(cropL, cropT), place(1 - cropR, cropT), place(1 - cropR, 1 - cropB), place(cropL, 1 - cropB)];
  const middle = { u: (cropL + 1 - cropR) / 2, v: (cropT + 1 - cropB) / 2 };
  return (
    <g>
      <polygon
        className="pointer-events-none fill-none stroke-white/50"
        points={pointsOf([place(0, 0), place(1, 0), place(1, 1), place(0, 1)])}
        strokeDasharray="4 4"
      />
      <polygon className="pointer-events-none fill-none stroke-accent" points={pointsOf(shown)} strokeWidth={2} />
      {HANDLES.map(({ title, sides }) => {
        const u = sides.includes('cropL') ? cropL : sides.includes('cropR') ? 1 - cropR : middle.u;
        const v = sides.includes('cropT') ? cropT : sides.includes('cropB') ? 1 - cropB : middle.v;
        return (
          <SquareHandle
            at={place(u, v)}
            cursor="cursor-crosshair"
            key={title}
            onPointerDown={(event) =>
              begin(
                event,
                cropDrag(clip, sides, (to) => toBox(frame, to)),
              )
            }
            title={title}
          />
        );
      })}
    </g>
  );
}

function cropDrag(clip: Clip, sides: readonly Side[], placeIn: (to: Point) => Point): StageDrag {
  const { cropL = 0, cropR = 0, cropT = 0, cropB = 0 } = clip;
  const most = { cropL: 1 - cropR, cropR: 1 - cropL, cropT: 1 - cropB, cropB: 1 - cropT };
  return {
    label: 'Crop',
    at(to) {
      const [u, v] = placeIn(to);
      const wanted = { cropL: u, cropR: 1 - u, cropT: v, cropB: 1 - v };
      const cut = sides.map((side) => {
        const share = Math.min(most[side] - LEAST, Math.max(0, wanted[side]));
        return [side, Math.round(share * 1e4) / 1e4] as const;
      });
      return { commands: [{ op: 'setCrop', clipId: clip.id, ...Object.fromEntries(cut) }] };
    },
  };
}
