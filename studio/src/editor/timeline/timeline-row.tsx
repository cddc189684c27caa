import type { Clip } from '@framemill/timeline';
import { memo, type PointerEvent } from 'react';
import type { AudioCache } from './audio-cache.ts';
import { AudioHandles } from './audio-handles.tsx';
import { ClipBar } from './clip-bar.tsx';
import { GRIPPED_PX, NAMED_PX } from './clip-looks.ts';
import { CutHandle } from './cut-handles.tsx';
import type { ImageCache } from './image-cache.ts';
import { KeyframeLane } from './keyframe-lane.tsx';
import { LaneHeader } from './lane-header.tsx';
import { RowCanvas } from './row-canvas.tsx';
import { clipsBetween, LANE_PX, ROW_PX, type Row } from './rows.ts';
import { TrackHeader } from './track-header.tsx';

/**
 * Maximum number of clips of a row with visible handles. These are the selected clips and the one under the pointer.
 */
const MOST_HANDLES = 12;
/**
 * Maximum gap between touching clips, in seconds (`TOUCH_SEC`). A clip narrower than `CUT_PX` pixels has no handle at
 * its cut.
 */
const TOUCH_SEC = 0.02;
const CUT_PX = 24;

declare module 'react' {
  interface CSSProperties {
    /** Width of one second of the timeline. */
    '--sec'?: string;
  }
}

interface TimelineRowProps {
  row: Row;
  /** Clips of the row that are DOM elements. */
  mounted: readonly Clip[];
  topPx: number;
  headerPx: number;
  /** Part of the row that is drawn, in pixels from time 0: left edge (`leftPx`) and width (`widthPx`). */
  leftPx: number;
  widthPx: number;
  pxPerSec: number;
  fps: number;
  selected: ReadonlySet<string>;
  hoveredId: string | null;
  images: ImageCache;
  audio: AudioCache;
  loaded: number;
  onGrip(event: PointerEvent<HTMLElement>, clip: Clip): void;
  onEmpty(event: PointerEvent<HTMLElement>, row: Row): void;
}

/** Timeline row of a track: its header, its clips, the handles of selected clips, and its keyframe lanes. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, mounted, topPx, headerPx, leftPx, widthPx, pxPerSec, fps, selected, hoveredId } = props;
  const { images, audio, loaded, onGrip, onEmpty } = props;
  const { track } = row;
  const inView = clipsBetween(row.clips, leftPx / pxPerSec, (leftPx + widthPx) / pxPerSec);
  const handled = track.locked
    ? []
    : mounted.filter(({ id }) => selected.has(id) || id === hoveredId).slice(0, MOST_HANDLES);
  return (
    <div className="absolute left-0 w-full border-b border-line" style={{ top: topPx, height: row.heightPx }}>
      <div className="flex" style={{ height: ROW_PX }}>
        <TrackHeader clips={row.clips} lanes={row.lanes} track={track} width={headerPx} />
        <div
          className={`relative grow ${track.visible ? '' : 'opacity-40'} ${track.locked ? 'opacity-60' : ''}`}
          data-track={track.id}
          onPointerDown={(event) => event.target === event.currentTarget && onEmpty(event, row)}
          style={{ '--sec': `${pxPerSec}px` }}
        >
          <RowCanvas {...{ clips: inView, leftPx, widthPx, pxPerSec, selected, images, audio, loaded }} />
          {mounted.map((clip) => (
            <ClipBar
              clip={clip}
              hasGrips={clip.duration * pxPerSec - 1 >= GRIPPED_PX}
              isNamed={clip.duration * pxPerSec - 1 >= NAMED_PX}
              isSelected={selected.has(clip.id)}
              key={clip.id}
              onGrip={onGrip}
              track={track}
            />
          ))}
          {cutsOf(mounted, handled, pxPerSec).map(({ clip, before }) => (
            <CutHandle before={before} clip={clip} frameSec={1 / fps} key={`cut ${clip.id}`} pxPerSec={pxPerSec} />
          ))}
          {handled
            .filter(({ type }) => type === 'audio')
            .map((clip) => (
              <AudioHandles clip={clip} key={`sound ${clip.id}`} pxPerSec={pxPerSec} />
            ))}
        </div>
      </div>
      {row.lanes.map((prop) => (
        <div className="flex border-t border-line bg-sunken" key={prop} style={{ height: LANE_PX }}>
          <LaneHeader prop={prop} row={row} width={headerPx} />
          <KeyframeLane
            {...{ prop, clips: inView, all: row.clips, isLocked: track.locked, leftPx, widthPx, pxPerSec }}
          />
        </div>
      ))}
    </div>
  );
});

/** Returns the cuts with a handle: those with a transition, and those next to a clip that is selected or hovered. */
function cutsOf(mounted: readonly Clip[], handled: readonly Clip[], pxPerSec: number) {
  return mounted.flatMap((clip, index) => {
    if (clip.type === 'audio' || clip.duration * pxPerSec < CUT_PX) return [];
    const previous = mounted[index - 1];
    const touches = previous && Math.abs(previous.start + previous.duration - clip.start) <= TOUCH_SEC;
    const before = previous && touches ? previous : null;
    const isOffered = before !== null && (handled.includes(clip) || handled.includes(before));
    return clip.transition || isOffered ? [{ clip, before }] : [];
  });
}
