import type { Clip, Command } from '@framemill/timeline';
import { type PointerEvent, useState } from 'react';
import { gainAtHeight, gainHeight, gainText } from './audio-levels.ts';
import { CLIP_TOP_PX } from './clip-looks.ts';
import { rounded } from './gesture.ts';
import { useCommandDrag } from './use-command-drag.ts';

/** Minimum width of a clip with audio handles, in pixels. */
const LEAST_PX = 60;

interface AudioHandlesProps {
  clip: Clip;
  /** Height of the clip, in pixels. */
  clipPx: number;
  pxPerSec: number;
}

/** Handles of a clip's audio: its gain line and a knob for each fade. */
export function AudioHandles({ clip, clipPx, pxPerSec }: AudioHandlesProps) {
  const { begin } = useCommandDrag();
  const [told, setTold] = useState<string | null>(null);
  const { id, start, duration, volume, fadeIn, fadeOut } = clip;
  const width = duration * pxPerSec - 1;
  if (width < LEAST_PX) return null;

  function dragGain(event: PointerEvent) {
    const from = gainHeight(volume, clipPx);
    begin(event, {
      label: 'Set volume',
      commandsAt(_dx, dy) {
        const gain = gainAtHeight(from + dy, clipPx);
        setTold(gainText(gain));
        return gain === volume ? [] : [{ op: 'setVolume', clipId: id, volume: gain }];
      },
      ended: () => setTold(null),
    });
  }

  function dragFade(event: PointerEvent, edge: 'fadeIn' | 'fadeOut') {
    const from = clip[edge];
    begin(event, {
      label: edge === 'fadeIn' ? 'Fade in' : 'Fade out',
      commandsAt(dx): Command[] {
        const by = (edge === 'fadeIn' ? dx : -dx) / pxPerSec;
        const other = edge === 'fadeIn' ? fadeOut : fadeIn;
        const length = rounded(Math.min(duration - other, Math.max(0, from + by)));
        setTold(`${length.toFixed(2)} s`);
        return length === from ? [] : [{ op: 'setAudioFades', clipId: id, [edge]: length }];
      },
      ended: () => setTold(null),
    });
  }

  const knob =
    'absolute top-0 z-3 h-3 w-3 -translate-x-1/2 rounded-full border border-black/60 bg-accent cursor-ew-resize ' +
    'touch-none';
  return (
    <div
      className="pointer-events-none absolute z-2"
      style={{ left: start * pxPerSec, top: CLIP_TOP_PX, width, height: clipPx }}
    >
      {(clip.kfVolume?.length ?? 0) === 0 && (
        <div
          className="pointer-events-auto absolute inset-x-2 h-2 -translate-y-1/2 cursor-ns-resize touch-none hover:bg-accent/25"
          data-testid={`gain-${id}`}
          onPointerDown={dragGain}
          style={{ top: gainHeight(volume, clipPx) }}
          title={`Volume: ${gainText(volume)}`}
        />
      )}
      <span
        className={`pointer-events-auto ${knob}`}
        data-testid={`fade-in-${id}`}
        onPointerDown={(event) => dragFade(event, 'fadeIn')}
        style={{ left: Math.max(10, fadeIn * pxPerSec) }}
        title={`Fade in: ${fadeIn.toFixed(2)} s`}
      />
      <span
        className={`pointer-events-auto ${knob}`}
        data-testid={`fade-out-${id}`}
        onPointerDown={(event) => dragFade(event, 'fadeOut')}
        style={{ left: Math.min(width - 10, width - fadeOut * pxPerSec) }}
        title={`Fade out: ${fadeOut.toFixed(2)} s`}
      />
      {told !== null && (
        <span className="absolute bottom-1 left-1/2 -translate-x-1/2 rounded bg-black/80 px-1.5 text-xs text-white">
          {told}
        </span>
      )}
    </div>
  );
}
