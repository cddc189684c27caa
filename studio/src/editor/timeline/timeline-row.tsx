import { type Clip, placeholdersOf, type TrackDef } from '@framemill/timeline';
import { memo, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { themeColor } from '../../theme/theme.ts';
import { amountText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { kindLabel } from '../../ui/labels.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { ArrivalMark, useArrival, useSelectionColor } from '../presence/presence-marks.tsx';
import { AudioHandles } from './audio-handles.tsx';
import { CLIP_LOOKS, CLIP_TOP_PX, changesOf, GRIPPED_PX, NAMED_PX } from './clip-looks.ts';
import { CutHandle } from './cut-handles.tsx';
import { drawRow } from './draw-row.ts';
import { KeyframeLane } from './keyframe-lane.tsx';
import type { AudioCache, ImageCache } from './media-cache.ts';
import { clipsBetween, LANE_PX, type Row } from './rows.ts';
import { LaneHeader, TrackHeader } from './track-header.tsx';

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
  const { track, trackPx } = row;
  const clipPx = trackPx - 2 * CLIP_TOP_PX;
  const inView = clipsBetween(row.clips, leftPx / pxPerSec, (leftPx + widthPx) / pxPerSec);
  const handled = track.locked
    ? []
    : mounted.filter(({ id }) => selected.has(id) || id === hoveredId).slice(0, MOST_HANDLES);
  return (
    <div className="absolute left-0 w-full border-b border-line" style={{ top: topPx, height: row.heightPx }}>
      <div className="flex" style={{ height: trackPx }}>
        <TrackHeader clips={row.clips} height={trackPx} lanes={row.lanes} track={track} width={headerPx} />
        <div
          className={`relative grow ${track.visible ? '' : 'opacity-40'} ${track.locked ? 'opacity-60' : ''}`}
          data-track={track.id}
          onPointerDown={(event) => event.target === event.currentTarget && onEmpty(event, row)}
          style={{ '--sec': `${pxPerSec}px` }}
        >
          <RowCanvas {...{ clips: inView, clipPx, leftPx, widthPx, pxPerSec, selected, images, audio, loaded }} />
          {mounted.map((clip) => (
            <ClipBar
              clip={clip}
              clipPx={clipPx}
              hasGrips={clip.duration * pxPerSec - 1 >= GRIPPED_PX}
              isNamed={clip.duration * pxPerSec - 1 >= NAMED_PX}
              isSelected={selected.has(clip.id)}
              key={clip.id}
              onGrip={onGrip}
              track={track}
            />
          ))}
          {cutsOf(mounted, handled, pxPerSec).map(({ clip, before }) => (
            <CutHandle frameSec={1 / fps} key={`cut ${clip.id}`} {...{ before, clip, clipPx, pxPerSec }} />
          ))}
          {handled
            .filter(({ type }) => type === 'audio')
            .map((clip) => (
              <AudioHandles key={`sound ${clip.id}`} {...{ clip, clipPx, pxPerSec }} />
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

interface RowCanvasProps {
  clips: readonly Clip[];
  /** Height of the clips, in pixels. */
  clipPx: number;
  /** Part of the row that is drawn: left edge (`leftPx`) and width (`widthPx`). */
  leftPx: number;
  widthPx: number;
  pxPerSec: number;
  selected: ReadonlySet<string>;
  images: ImageCache;
  audio: AudioCache;
  /** Counter that increases when the caches have loaded more to draw. */
  loaded: number;
}

/** Canvas of a row: thumbnails, audio, keyframes, and clips too narrow to be DOM elements. */
function RowCanvas(props: RowCanvasProps) {
  const { clips, clipPx, leftPx, widthPx, pxPerSec, selected, images, audio, loaded } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const bySrc = useEditor((state) => state.bySrc);
  const density = Math.min(2, window.devicePixelRatio || 1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `loaded` changes when the caches have loaded more.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (!context) return;
    context.setTransform(density, 0, 0, density, 0, 0);
    const accent = themeColor('--accent');
    drawRow(context, {
      ...{ clips, fromSec: leftPx / pxPerSec, pxPerSec, widthPx, heightPx: clipPx },
      ...{ selected, accent, bySrc, images, audio },
    });
  }, [clips, clipPx, leftPx, widthPx, pxPerSec, selected, bySrc, images, audio, loaded, density]);
  return (
    <canvas
      className="pointer-events-none absolute"
      height={clipPx * density}
      ref={canvas}
      style={{ left: leftPx, top: CLIP_TOP_PX, width: widthPx, height: clipPx }}
      width={Math.max(1, Math.round(widthPx * density))}
    />
  );
}

interface ClipBarProps {
  clip: Clip;
  track: TrackDef;
  /** Height of the clip, in pixels. */
  clipPx: number;
  /** Whether the clip is wide enough for its title (`isNamed`), and for grips at its ends (`hasGrips`). */
  isNamed: boolean;
  hasGrips: boolean;
  isSelected: boolean;
  onGrip(event: PointerEvent<HTMLElement>, clip: Clip): void;
}

/**
 * CSS classes of the grips at both ends. They are pseudo-elements, because a page with 512 clips cannot afford more
 * elements.
 */
const GRIPS =
  'before:absolute before:inset-y-0 before:left-0 before:w-[7px] before:cursor-ew-resize hover:before:bg-white/30 ' +
  'after:absolute after:inset-y-0 after:right-0 after:w-[7px] after:cursor-ew-resize hover:after:bg-white/30';

/**
 * Clip on its track: dragging moves it, dragging an end trims it. The row's canvas draws thumbnails and audio over the
 * same area.
 * Its position is given in seconds times `--sec`, a CSS length of its container. Zooming thus changes that one length
 * instead of every clip.
 */
const ClipBar = memo(function ClipBar(props: ClipBarProps) {
  const { clip, track, clipPx, isNamed, hasGrips, isSelected, onGrip } = props;
  const actions = useActions();
  const title = clipTitle(clip);
  const otherColor = useSelectionColor(clip.id);
  const arrival = useArrival(clip.id);
  const isMissing = useEditor(
    // The file that a variable refers to is unknown here.
    ({ bySrc }) =>
      clip.src !== '' &&
      clip.type !== 'composition' &&
      placeholdersOf(clip.src).length === 0 &&
      bySrc.get(clip.src)?.status !== 'READY',
  );
  const group = clip.groupId === undefined ? '' : ', in a group';
  const count = changesOf(clip);
  const changes = count === 0 ? '' : `, ${amountText(count, 'effect')}`;
  return (
    <button
      aria-label={`${title}, ${kindLabel(clip.type).toLowerCase()} clip on ${track.label}${group}${changes}`}
      aria-pressed={isSelected}
      className={`absolute flex touch-none items-start overflow-hidden rounded-md text-left text-white ${
        isSelected ? 'z-1 ring-2 ring-accent' : 'ring-1 ring-white/10'
      } ${track.locked ? 'bg-black/40' : hasGrips ? GRIPS : ''}`}
      data-clip={clip.id}
      // For the keyboard only: pointer presses already select on pointerdown.
      onClick={({ detail }) => detail === 0 && actions.select([clip.id])}
      onDoubleClick={() => actions.enter(clip.id)}
      onPointerDown={(event) => onGrip(event, clip)}
      style={{
        left: `calc(var(--sec) * ${clip.start})`,
        top: CLIP_TOP_PX,
        width: `max(2px, var(--sec) * ${clip.duration} - 1px)`,
        height: clipPx,
        ...(otherColor === undefined ? {} : { borderBottom: `3px solid ${otherColor}` }),
      }}
      title={`${title} (${clip.duration.toFixed(2)} s${changes})`}
      type="button"
    >
      {isNamed && (
        <span className="relative m-1 flex max-w-full min-w-0 items-center gap-1 rounded bg-black/55 px-1 py-px text-xs">
          <Icon
            name={isMissing ? 'warning' : clip.groupId === undefined ? CLIP_LOOKS[clip.type].icon : 'link'}
            size={12}
          />
          <span className="truncate" dir="auto">
            {title}
          </span>
          {count > 0 && <Icon name="effect" size={12} />}
        </span>
      )}
      {arrival && <ArrivalMark change={arrival} />}
    </button>
  );
});
