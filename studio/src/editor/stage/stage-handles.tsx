import type { StageBox } from '@framemill/compositor/page';
import { type MouseEvent, type PointerEvent, useMemo, useRef } from 'react';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { boundsOf, frameOf, type Point, toBox } from './box-frame.ts';
import { CropHandles } from './crop-handles.tsx';
import { pointsOf } from './handle-shapes.tsx';
import { MaskHandles } from './mask-handles.tsx';
import { AnchorHandle, moveDrag, PlaceHandles } from './place-handles.tsx';
import { guideLines } from './snap-guides.ts';
import type { StageTool } from './stage-tools.tsx';
import { useStageDrag } from './use-stage-drag.ts';

interface StageHandlesProps {
  boxes: readonly StageBox[];
  /** Scale of the canvas on screen: CSS pixels per canvas pixel. */
  scale: number;
  tool: StageTool;
}

/** Maximum distance between an edge and a line for snapping, in screen (CSS) pixels. */
const SNAP_PX = 6;

/**
 * Overlay of the clip boxes on the canvas, for selecting and dragging. A click selects the topmost clip; selected clips
 * have the handles of the tool.
 */
export function StageHandles({ boxes: reported, scale, tool }: StageHandlesProps) {
  const selection = useEditor((state) => state.selection);
  const clips = useEditor((state) => state.document.clips);
  // The page also reports clips inside compositions.
  const knownIds = useMemo(() => new Set(clips.map(({ id }) => id)), [clips]);
  const boxes = useMemo(() => reported.filter(({ clipId }) => knownIds.has(clipId)), [reported, knownIds]);
  const { width, height } = useEditor((state) => state.document.settings);
  const actions = useActions();
  const read = useReadEditor();
  const area = useRef<SVGSVGElement>(null);
  const { begin, guides, handlers } = useStageDrag(area, scale);

  function beginMove(event: PointerEvent<SVGElement>, box: StageBox) {
    const { isSnapping, document } = read();
    const isPicked = selection.includes(box.clipId);
    if (!isPicked) actions.select([box.clipId]);
    const ids = new Set(isPicked ? selection : [box.clipId]);
    const others = boxes.filter(({ clipId }) => !ids.has(clipId)).map(({ corners }) => boundsOf(corners));
    const lines = isSnapping ? guideLines(document.settings, others) : { xs: [], ys: [] };
    const moved = document.clips.filter(({ id }) => ids.has(id));
    begin(event, moveDrag(moved, box, lines, SNAP_PX / scale));
  }

  /** Edits the text of the topmost clip at the pointer, or opens its composition, if it has one. */
  function openClip(event: MouseEvent<SVGElement>) {
    const bounds = area.current?.getBoundingClientRect();
    if (!bounds) return;
    const point: Point = [(event.clientX - bounds.left) / scale, (event.clientY - bounds.top) / scale];
    const top = boxes.findLast(({ corners }) =>
      toBox(frameOf(corners), point).every((share) => share >= 0 && share <= 1),
    );
    const clip = clips.find(({ id }) => id === top?.clipId);
    if (clip?.textStyle) actions.editText(clip.id, point);
    else if (clip) actions.enter(clip.id);
  }

  return (
    <svg
      aria-hidden="true"
      className="absolute inset-0 size-full touch-none overflow-visible"
      {...handlers}
      onDoubleClick={openClip}
      onPointerDown={(event) => {
        if (event.button === 0) actions.select([]);
      }}
      ref={area}
    >
      {boxes.map((box) => (
        <polygon
          className="fill-transparent hover:stroke-accent/60"
          data-clip={box.clipId}
          key={box.clipId}
          onPointerDown={(event) => beginMove(event, box)}
          points={pointsOf(box.corners.map(([x, y]): Point => [x * scale, y * scale]))}
          strokeWidth={1}
        />
      ))}
      {guides.xs.map((x) => (
        <line
          className="stroke-info"
          data-guide="x"
          key={`x ${x}`}
          x1={x * scale}
          x2={x * scale}
          y1={0}
          y2={height * scale}
        />
      ))}
      {guides.ys.map((y) => (
        <line
          className="stroke-info"
          data-guide="y"
          key={`y ${y}`}
          x1={0}
          x2={width * scale}
          y1={y * scale}
          y2={y * scale}
        />
      ))}
      {boxes.map((box) => {
        const clip = selection.includes(box.clipId) && clips.find(({ id }) => id === box.clipId);
        if (!clip) return null;
        const props = { clip, box, scale, begin };
        if (tool === 'crop') return <CropHandles key={box.clipId} {...props} />;
        if (tool === 'anchor') return <AnchorHandle key={box.clipId} {...props} />;
        if (tool === 'mask' && clip.mask) return <MaskHandles key={box.clipId} {...props} mask={clip.mask} />;
        return <PlaceHandles key={box.clipId} {...props} />;
      })}
    </svg>
  );
}
