import { type Clip, KEYFRAMABLE, type KeyframableProp, type Keyframe } from '@framemill/timeline';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { themeColor } from '../../theme/theme.ts';
import { choiceLabel, titleOf } from '../../ui/labels.ts';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { KeyframeCard } from './keyframe-card.tsx';
import {
  type LaneScale,
  laneChange,
  laneHeight,
  laneScale,
  moveKeyframe,
  propertyValue,
  removeKeyframe,
  setKeyframe,
} from './keyframe-commands.ts';
import { LANE_PX } from './rows.ts';
import { SNAP_PX, snapOffset, snapTimes } from './snapping.ts';
import { useCommandDrag } from './use-command-drag.ts';

/** Maximum number of keyframes of a keyframe lane that are DOM elements. The curve includes all keyframes. */
const MOST_DIAMONDS = 150;

interface KeyframeLaneProps {
  prop: KeyframableProp;
  /** Visible clips (`clips`), and all clips of their track (`all`), which determine the value range of the lane. */
  clips: readonly Clip[];
  all: readonly Clip[];
  isLocked: boolean;
  leftPx: number;
  widthPx: number;
  pxPerSec: number;
}

/**
 * Keyframe lane: a strip below a track that plots the keyframes of one property. Dragging a keyframe changes time and
 * value; a double-click adds one; a click opens its easing.
 */
export function KeyframeLane({ prop, clips, all, isLocked, leftPx, widthPx, pxPerSec }: KeyframeLaneProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const actions = useActions();
  const fps = useEditor((state) => state.document.settings.fps);
  const [open, setOpen] = useState<{ clipId: string; time: number; anchor: Element } | null>(null);
  const { field } = KEYFRAMABLE[prop];
  // The scale must not change during a drag.
  const isDragging = useEditor((state) => state.dragged !== null);
  const kept = useRef<LaneScale | null>(null);
  const fresh = useMemo(() => laneScale(prop, all), [prop, all]);
  if (!isDragging) kept.current = fresh;
  const scale = kept.current ?? fresh;
  const animated = useMemo(() => clips.filter((clip) => (clip[field]?.length ?? 0) > 0), [clips, field]);

  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.clearRect(0, 0, widthPx, LANE_PX);
    for (const clip of animated) {
      const left = clip.start * pxPerSec - leftPx;
      const right = left + clip.duration * pxPerSec;
      context.fillStyle = themeColor('--hover');
      context.fillRect(left, 0, right - left, LANE_PX);
      context.beginPath();
      const from = Math.max(0, left);
      for (let x = from; x <= Math.min(right, widthPx); x += 2) {
        const y = laneHeight(propertyValue(clip, prop, (x - left) / pxPerSec), scale);
        if (x === from) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
      context.strokeStyle = themeColor('--accent');
      context.lineWidth = 1.5;
      context.stroke();
    }
  }, [animated, leftPx, widthPx, pxPerSec, prop, scale]);

  const shown = animated.flatMap((clip) =>
    (clip[field] ?? [])
      .map((keyframe, index) => ({ clip, keyframe, index }))
      .filter(({ keyframe }) => {
        const x = (clip.start + keyframe.time) * pxPerSec - leftPx;
        return keyframe.time >= 0 && keyframe.time <= clip.duration + 1 / fps && x >= 0 && x <= widthPx;
      }),
  );
  const opened = open && shown.find(({ clip, keyframe }) => clip.id === open.clipId && keyframe.time === open.time);

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button next to the name also adds a keyframe.
    <div
      className="relative grow"
      data-testid={`lane-${prop}`}
      onDoubleClick={(event) => {
        if (isLocked || event.target !== event.currentTarget) return;
        const timeSec = (event.clientX - event.currentTarget.getBoundingClientRect().left) / pxPerSec;
        const clip = clips.find(({ start, duration }) => timeSec >= start && timeSec <= start + duration);
        if (!clip) return;
        const time = Math.round((timeSec - clip.start) * fps) / fps;
        const value = propertyValue(clip, prop, time);
        actions.run(`Add keyframe: ${titleOf(prop)}`, [setKeyframe(clip, prop, { time, value })]);
      }}
    >
      <canvas
        className="pointer-events-none absolute top-0"
        height={LANE_PX}
        ref={canvas}
        style={{ left: leftPx }}
        width={Math.max(1, Math.round(widthPx))}
      />
      {shown.slice(0, MOST_DIAMONDS).map(({ clip, keyframe, index }) => (
        <KeyframeDiamond
          clip={clip}
          fps={fps}
          isLocked={isLocked}
          key={`${clip.id} ${index}`}
          keyframe={keyframe}
          onOpen={(anchor) => setOpen({ clipId: clip.id, time: keyframe.time, anchor })}
          prop={prop}
          pxPerSec={pxPerSec}
          scale={scale}
        />
      ))}
      {open && opened && (
        <KeyframeCard
          anchor={open.anchor}
          clip={opened.clip}
          keyframe={opened.keyframe}
          onClose={() => setOpen(null)}
          prop={prop}
        />
      )}
    </div>
  );
}

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
function KeyframeDiamond(props: KeyframeDiamondProps) {
  const { clip, keyframe, prop, fps, pxPerSec, scale, isLocked, onOpen } = props;
  const { begin } = useCommandDrag();
  const actions = useActions();
  const read = useReadEditor();
  const wasDragged = useRef(false);
  const label = `Move keyframe: ${titleOf(prop)}`;

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
    if (!step) return void actions.run(`Remove keyframe: ${titleOf(prop)}`, [removeKeyframe(clip, prop, keyframe)]);
    const to = { time: keyframe.time + step[0] / fps, value: keyframe.value + laneChange(step[1], scale) };
    const commands = moveKeyframe(clip, prop, keyframe, to);
    if (commands.length > 0) actions.run(label, commands);
  }

  return (
    <button
      aria-label={`${titleOf(prop)} ${keyframe.value} at ${keyframe.time.toFixed(2)} s`}
      className="absolute size-3 -translate-1/2 rotate-45 touch-none rounded-[2px] border border-black/60 bg-text hover:bg-accent"
      onClick={({ currentTarget }) => {
        if (!wasDragged.current) onOpen(currentTarget);
        wasDragged.current = false;
      }}
      onKeyDown={press}
      onPointerDown={drag}
      style={{ left: (clip.start + keyframe.time) * pxPerSec, top: laneHeight(keyframe.value, scale) }}
      title={`${titleOf(prop)} ${keyframe.value}, ${choiceLabel(keyframe.easing ?? 'linear').toLowerCase()}`}
      type="button"
    />
  );
}
