import { type Clip, placeholdersOf, type TrackDef } from '@framemill/timeline';
import { memo, type PointerEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor } from '../model/use-editor.ts';
import { CLIP_LOOKS, CLIP_PX, CLIP_TOP_PX } from './clip-looks.ts';

interface ClipBarProps {
  clip: Clip;
  track: TrackDef;
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
export const ClipBar = memo(function ClipBar(props: ClipBarProps) {
  const { clip, track, isNamed, hasGrips, isSelected, onGrip } = props;
  const actions = useActions();
  const title = clipTitle(clip);
  const isMissing = useEditor(
    // The file that a variable refers to is unknown here.
    ({ bySrc }) => clip.src !== '' && placeholdersOf(clip.src).length === 0 && bySrc.get(clip.src)?.status !== 'READY',
  );
  const group = clip.groupId === undefined ? '' : ', in a group';
  return (
    <button
      aria-label={`${title}, ${clip.type} clip on ${track.label}${group}`}
      aria-pressed={isSelected}
      className={`absolute flex touch-none items-start overflow-hidden rounded-md text-left text-white ${
        isSelected ? 'z-1 ring-2 ring-accent' : 'ring-1 ring-white/10'
      } ${track.locked ? 'bg-black/40' : hasGrips ? GRIPS : ''}`}
      data-clip={clip.id}
      // For the keyboard only: pointer presses already select on pointerdown.
      onClick={({ detail }) => detail === 0 && actions.select([clip.id])}
      onPointerDown={(event) => onGrip(event, clip)}
      style={{
        left: `calc(var(--sec) * ${clip.start})`,
        top: CLIP_TOP_PX,
        width: `max(2px, var(--sec) * ${clip.duration} - 1px)`,
        height: CLIP_PX,
      }}
      title={`${title} (${clip.duration.toFixed(2)} s)`}
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
        </span>
      )}
    </button>
  );
});
