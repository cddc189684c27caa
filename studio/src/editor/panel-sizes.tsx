import { type CSSProperties, type PointerEvent, useRef, useState } from 'react';
import { storage } from '../client/storage.ts';

declare module 'react' {
  interface CSSProperties {
    '--left'?: string;
    '--right'?: string;
    '--timeline'?: string;
  }
}

/** Part of the editor whose size the user can change. */
type Sized = 'left' | 'right' | 'timeline';

/**
 * Limits and default of each size, in pixels. `from` is the edge of the window that the part begins at, and `is` its
 * description.
 */
const SIZES = {
  left: { least: 220, usual: 288, most: 480, from: 'left', is: 'Width of the left panel' },
  right: { least: 260, usual: 312, most: 560, from: 'right', is: 'Width of the right panel' },
  timeline: { least: 192, usual: 320, most: 900, from: 'bottom', is: 'Height of the timeline' },
} as const;
const STORED = 'framemill-panels';
/** Pixels that an arrow key moves an edge by, and the directions of the arrow keys. */
const STEP_PX = 16;
const DIRECTIONS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
/** Height in pixels that remains above the timeline. */
const STAGE_PX = 300;

/** Sizes of the editor's parts in pixels. The timeline without a chosen height has two fifths of the window. */
export interface PanelSizes {
  /** Style of the element that contains the parts: the sizes as `--left`, `--right` and `--timeline`. */
  style: CSSProperties;
  sizeOf(part: Sized): number;
  /** Sets a size within its limits and stores it; null restores the default. */
  resize(part: Sized, px: number | null): void;
}

/** Returns the sizes that this browser has stored for the editor. */
export function usePanelSizes(): PanelSizes {
  const [sizes, setSizes] = useState(readSizes);
  const mostOf = (part: Sized) =>
    part === 'timeline' ? Math.max(SIZES.timeline.least, innerHeight - STAGE_PX) : SIZES[part].most;
  const sizeOf = (part: Sized) => {
    const { usual, least } = SIZES[part];
    const px = sizes[part] ?? (part === 'timeline' ? innerHeight * 0.4 : usual);
    return Math.round(Math.min(mostOf(part), Math.max(least, px)));
  };
  const timeline = sizes.timeline === undefined ? '40%' : `${sizeOf('timeline')}px`;
  return {
    style: { '--left': `${sizeOf('left')}px`, '--right': `${sizeOf('right')}px`, '--timeline': timeline },
    sizeOf,
    resize(part, px) {
      const { [part]: _, ...others } = sizes;
      const size = px === null ? {} : { [part]: Math.round(Math.min(mostOf(part), Math.max(SIZES[part].least, px))) };
      const next = { ...others, ...size };
      setSizes(next);
      try {
        storage.setItem(STORED, JSON.stringify(next));
      } catch {
        // The storage is full: the sizes last until the page is closed.
      }
    },
  };
}

/**
 * Edge between two parts of the editor. A drag and the arrow keys move it, a double click restores the default size. It
 * is absent in narrow windows, where the parts are stacked.
 */
export function PanelEdge({ part, sizes }: { part: Sized; sizes: PanelSizes }) {
  const { from, is, least, most } = SIZES[part];
  const isUpright = from !== 'bottom';
  const grip = useRef<{ at: number; px: number } | null>(null);
  const placeOf = (event: PointerEvent) => (isUpright ? event.clientX : event.clientY);
  const sign = from === 'left' ? 1 : -1;
  const px = sizes.sizeOf(part);
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be focused or dragged
    <div
      aria-label={is}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuemax={most}
      aria-valuemin={least}
      aria-valuenow={px}
      className={`relative z-10 hidden shrink-0 touch-none outline-none after:absolute after:transition-colors hover:after:bg-accent focus-visible:after:bg-accent min-[900px]:block ${
        isUpright
          ? '-mx-1 w-2 cursor-col-resize after:inset-y-0 after:left-[3px] after:w-0.5'
          : '-my-1 h-2 cursor-row-resize after:inset-x-0 after:top-[3px] after:h-0.5'
      }`}
      onDoubleClick={() => sizes.resize(part, null)}
      onKeyDown={(event) => {
        const by = DIRECTIONS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        sizes.resize(part, px + sign * by * STEP_PX);
      }}
      onPointerDown={(event) => {
        // Only the Tab key gives it the focus, so that the arrow keys move the playhead after a drag.
        event.preventDefault();
        event.currentTarget.blur();
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { at: placeOf(event), px };
      }}
      onPointerMove={(event) => {
        const held = grip.current;
        if (held) sizes.resize(part, held.px + sign * (placeOf(event) - held.at));
      }}
      onPointerUp={() => {
        grip.current = null;
      }}
      role="separator"
      tabIndex={0}
    />
  );
}

function readSizes(): Partial<Record<Sized, number>> {
  try {
    const stored: unknown = JSON.parse(storage.getItem(STORED) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.keys(SIZES).flatMap((part) => {
        const px: unknown = Reflect.get(stored, part);
        return typeof px === 'number' && Number.isFinite(px) ? [[part, px]] : [];
      }),
    );
  } catch {
    return {};
  }
}
