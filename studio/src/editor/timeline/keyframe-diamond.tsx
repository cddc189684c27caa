import type { Clip, KeyframableProp, Keyframe } from '@framemill/timeline';
import { type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { moveKeyframe, removeKeyframe } from './keyframe-commands.ts';
import { type LaneScale, laneChange, laneHeight } from './lane-scale.ts';
import { LANE_PX } from './rows.ts';
import { SNAP_PX, snapOffset, snapTimes } from './snapping.ts';
import { useCommandDrag } from './use-command-drag.ts';

interface KeyframeDiamondProps {
  clip: Clip;
  keyframe: Keyframe;
  prop: KeyframableProp;
  fps: number;
  pxPerSec: number;
  scale: LaneScale;
  isLocked: boolean;
  onOpen(anchor: Element): void;
}

/**
 * Keyframe on a lane. Dragging changes time and value; arrow keys change them by a frame or a step; Delete removes it;
 * a click opens its easing.
 */
export function KeyframeDiamond(props: KeyframeDiamondProps) {
  const { clip, keyframe, prop, fps, pxPerSec, scale, isLocked, onOpen } = props;
  const { begin } = useCommandDrag();
  const actions = useActions();
  const read = useReadEditor();
  const wasDragged = useRef(false);
  const label = `Move a keyframe of ${prop}`;

  function drag(event: PointerEvent) {
    if (isLocked) return;
    wasDragged.current = false;
    const { document, playheadSec, isSnapping } = read();
    const times = snapTimes(document, playheadSec, new Set());
    begin(event, {
      label,
      commandsAt(dx, dy, { shiftKey }) {
        wasDragged.current = true;
        // With Shift: only along the axis with the larger movement.
        const isLevel = shiftKey && Math.abs(dx) > Math.abs(dy);
        const isUpright = shiftKey && !isLevel;
        let time = keyframe.time + (isUpright ? 0 : dx / pxPerSec);
        const snap = isSnapping ? snapOffset([clip.start + time], times, SNAP_PX / pxPerSec) : null;
        time = isUpright ? time : Math.round((time + (snap?.offset ?? 0)) * fps) / fps;
        return moveKeyframe(clip, prop, keyframe, {
          time,
          value: keyframe.value + (isLevel ? 0 : laneChange(dy, scale)),
        });
      },
    });
  }

  function press(event: KeyboardEvent) {
    const steps: Record<string, [frames: number, px: number]> = {
      ...{ ArrowLeft: [-1, 0], ArrowRight: [1, 0] },
      ...{ ArrowUp: [0, -LANE_PX / 50], ArrowDown: [0, LANE_PX / 50] },
    };
    const step = steps[event.key];
    const isDelete = event.key === 'Delete' || event.key === 'Backspace';
    if (isLocked || (!step && !isDelete)) return;
    // The editor's own keys would move the playhead or delete the clip.
    event.stopPropagation();
    event.preventDefault();
    if (!step) return void actions.run(`Remove a keyframe of ${prop}`, [removeKeyframe(clip, prop, keyframe)]);
    const to = { time: keyframe.time + step[0] / fps, value: keyframe.value + laneChange(step[1], scale) };
    const commands = moveKeyframe(clip, prop, keyframe, to);
    if (commands.length > 0) actions.run(label, commands);
  }

  return (
    <button
      aria-label={`${prop} ${keyframe.value} at ${keyframe.time.toFixed(2)} s`}
      className="absolute size-3 -translate-1/2 rotate-45 touch-none rounded-[2px] border border-black/60 bg-text hover:bg-accent"
      onClick={({ currentTarget }) => {
        if (!wasDragged.current) onOpen(currentTarget);
        wasDragged.current = false;
      }}
      onKeyDown={press}
      onPointerDown={drag}
      style={{ left: (clip.start + keyframe.time) * pxPerSec, top: laneHeight(keyframe.value, scale) }}
      title={`${prop} ${keyframe.value}, then ${keyframe.easing ?? 'linear'}`}
      type="button"
    />
  );
}
