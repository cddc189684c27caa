import type { Clip, TrackDef } from '@framemill/timeline';
import { memo, type PointerEvent } from 'react';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { clipTitle } from '../model/editor-store.ts';
import { useEditor } from '../model/use-editor.ts';
import type { GestureKind } from './gesture.ts';
import { Waveform } from './waveform.tsx';

interface ClipBarProps {
  clip: Clip;
  track: TrackDef;
  pxPerSec: number;
  isSelected: boolean;
  isLocked: boolean;
  onGrip(event: PointerEvent<HTMLElement>, clip: Clip, kind: GestureKind): void;
}

/** Width below which a clip shows its colour alone, in pixels, and that of the grips at its ends. */
const NAMED_PX = 28;
const GRIP_PX = 7;

const LOOKS: Record<Clip['type'], { className: string; icon: IconName }> = {
  video: { className: 'bg-[#2a4a6b] text-white', icon: 'film' },
  image: { className: 'bg-[#285e56] text-white', icon: 'image' },
  sticker: { className: 'bg-[#285e56] text-white', icon: 'star' },
  audio: { className: 'bg-[#3d5a2c] text-white', icon: 'music' },
  text: { className: 'bg-[#5c3d78] text-white', icon: 'text' },
  shape: { className: 'bg-[#75452b] text-white', icon: 'shape' },
  html: { className: 'bg-[#66304d] text-white', icon: 'code' },
  adjustment: { className: 'bg-[#484e58] text-white', icon: 'effect' },
};

/** One clip on its track: drag it to move, its ends to trim. */
export const ClipBar = memo(function ClipBar({ clip, track, pxPerSec, isSelected, isLocked, onGrip }: ClipBarProps) {
  const width = Math.max(2, clip.duration * pxPerSec - 1);
  const { className, icon } = LOOKS[clip.type];
  const title = clipTitle(clip);
  const isMissing = useEditor((state) => clip.src !== '' && state.bySrc.get(clip.src)?.status !== 'READY');
  return (
    <button
      aria-label={`${title}, ${clip.type} clip on ${track.label}`}
      aria-pressed={isSelected}
      className={`group absolute top-1 flex touch-none items-start overflow-hidden rounded-md text-left ${className} ${isSelected ? 'z-1 ring-2 ring-accent' : 'ring-1 ring-white/10'} ${isLocked ? 'opacity-60' : ''}`}
      data-clip={clip.id}
      onPointerDown={(event) => onGrip(event, clip, grip(event, width, isLocked))}
      style={{ left: clip.start * pxPerSec, width, height: 44 }}
      title={`${title} (${clip.duration.toFixed(2)} s)`}
      type="button"
    >
      <Filmstrip clip={clip} width={width} />
      <Sound clip={clip} width={width} />
      {width >= NAMED_PX && (
        <span className="relative m-1 flex max-w-full min-w-0 items-center gap-1 rounded bg-black/45 px-1 py-px text-xs">
          <Icon name={isMissing ? 'warning' : icon} size={12} />
          <span className="truncate">{title}</span>
        </span>
      )}
      {clip.transition && (
        <span
          className="absolute inset-y-0 left-0 bg-linear-to-r from-white/45 to-transparent"
          style={{ width: Math.min(width, (clip.transition.duration / 2) * pxPerSec) }}
          title={`Transition: ${clip.transition.type}`}
        />
      )}
      {!isLocked && width > GRIP_PX * 3 && (
        <>
          <span className="absolute inset-y-0 left-0 w-[7px] cursor-ew-resize bg-white/0 group-hover:bg-white/30" />
          <span className="absolute inset-y-0 right-0 w-[7px] cursor-ew-resize bg-white/0 group-hover:bg-white/30" />
        </>
      )}
    </button>
  );
});

function grip(event: PointerEvent<HTMLElement>, width: number, isLocked: boolean): GestureKind {
  const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
  if (isLocked || width <= GRIP_PX * 3) return 'move';
  if (x <= GRIP_PX) return 'trim-start';
  if (x >= width - GRIP_PX) return event.ctrlKey || event.metaKey ? 'roll' : 'trim-end';
  if (event.altKey) return event.shiftKey ? 'slide' : 'slip';
  return 'move';
}

/** The sound of clips that are heard and not seen, where it was measured. */
function Sound({ clip, width }: { clip: Clip; width: number }) {
  const url = useEditor((state) => (clip.type === 'audio' ? (state.bySrc.get(clip.src)?.waveformUrl ?? null) : null));
  return url === null || width < NAMED_PX ? null : <Waveform clip={clip} height={44} url={url} width={width} />;
}

/** Pictures of the source along the clip: its poster, side by side, where there is one. */
function Filmstrip({ clip, width }: { clip: Clip; width: number }) {
  const poster = useEditor((state) => state.bySrc.get(clip.src)?.posterUrl ?? null);
  if (poster === null || width < NAMED_PX) return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 opacity-55"
      style={{ backgroundImage: `url(${poster})`, backgroundSize: 'auto 100%', backgroundRepeat: 'repeat-x' }}
    />
  );
}
