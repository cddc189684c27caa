import { type Clip, VOCABULARY } from '@framemill/timeline';
import { type PointerEvent, useState } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { choiceLabel } from '../../ui/labels.ts';
import { Popover } from '../../ui/popover.tsx';
import { useActions } from '../model/use-editor.ts';
import { CLIP_TOP_PX } from './clip-looks.ts';
import { rounded } from './gesture.ts';
import { useCommandDrag } from './use-command-drag.ts';

/** Duration of a new transition, in seconds. */
const NEW_SEC = 0.5;

interface CutHandleProps {
  /** Incoming clip of the cut. */
  clip: Clip;
  /** Outgoing clip of the cut; null when the transition starts from transparent. */
  before: Clip | null;
  /** Height of the clips, in pixels. */
  clipPx: number;
  pxPerSec: number;
  frameSec: number;
}

/**
 * Handle for the transition at a cut. Dragging its end changes the duration; a click opens a list to choose or remove
 * it. Without a transition it is a button that adds one.
 */
export function CutHandle({ clip, before, clipPx, pxPerSec, frameSec }: CutHandleProps) {
  const { begin } = useCommandDrag();
  const actions = useActions();
  const [isOpen, setIsOpen] = useState(false);
  const { id, start, duration, transition } = clip;
  const longestSec = before ? Math.min(duration, before.duration) / 2 : duration;
  const shownSec = transition ? Math.min(transition.duration, longestSec) : 0;
  const isOut = transition?.edge === 'out';
  const left = (isOut ? start + duration - shownSec : start) * pxPerSec;

  function dragEnd(event: PointerEvent) {
    if (!transition) return;
    begin(event, {
      label: 'Transition duration',
      commandsAt(dx) {
        const by = (isOut ? -dx : dx) / pxPerSec;
        const wanted = Math.round((shownSec + by) / frameSec) * frameSec;
        const length = rounded(Math.min(longestSec, Math.max(frameSec, wanted)));
        return length === transition.duration
          ? []
          : [{ op: 'setTransition', clipId: id, ...transition, duration: length }];
      },
    });
  }

  function choose(type: (typeof VOCABULARY.transitionType)[number]) {
    setIsOpen(false);
    const { easing, edge, duration: length = Math.min(NEW_SEC, longestSec) } = transition ?? {};
    const kept = { ...(easing ? { easing } : {}), ...(edge ? { edge } : {}) };
    actions.run('Set transition', [{ op: 'setTransition', clipId: id, type, duration: length, ...kept }]);
  }

  return (
    <>
      <Popover
        isOpen={isOpen}
        label="Transition"
        onOpenChange={setIsOpen}
        trigger={
          transition ? (
            <button
              aria-label={`Transition: ${choiceLabel(transition.type)}, ${shownSec.toFixed(2)} s`}
              className="absolute z-2 flex items-center justify-center overflow-hidden rounded-sm border border-white/60 bg-linear-to-r from-white/50 to-white/10 text-white"
              style={{ left, top: CLIP_TOP_PX + 12, width: Math.max(10, shownSec * pxPerSec), height: clipPx - 24 }}
              type="button"
            >
              <Icon name="swap" size={11} />
            </button>
          ) : (
            <button
              aria-label="Add transition"
              className="absolute z-2 flex h-4 w-4 -translate-x-1/2 items-center justify-center rounded-full border border-line-strong bg-overlay text-soft shadow-low hover:text-text"
              style={{ left: start * pxPerSec, top: CLIP_TOP_PX + clipPx - 12 }}
              type="button"
            >
              <Icon name="add" size={10} />
            </button>
          )
        }
      >
        <div className="grid w-64 grid-cols-2 gap-0.5">
          {VOCABULARY.transitionType.map((type) => (
            <button
              aria-pressed={transition?.type === type}
              className={`rounded-md px-2 py-1 text-left text-[13px] hover:bg-hover ${transition?.type === type ? 'bg-accent-soft text-accent' : ''}`}
              key={type}
              onClick={() => choose(type)}
              type="button"
            >
              {choiceLabel(type)}
            </button>
          ))}
        </div>
        {transition && (
          <button
            className="mt-1 flex w-full items-center gap-2 rounded-md border-t border-line px-2 py-1.5 text-[13px] text-bad hover:bg-hover"
            onClick={() => {
              setIsOpen(false);
              actions.run('Remove transition', [{ op: 'removeTransition', clipId: id }]);
            }}
            type="button"
          >
            <Icon name="trash" size={14} /> Remove transition
          </button>
        )}
      </Popover>
      {transition && (
        <span
          className="absolute z-3 w-2 cursor-ew-resize touch-none rounded-sm bg-white/70 hover:bg-accent"
          data-testid={`transition-${id}`}
          onPointerDown={dragEnd}
          style={{
            left: isOut ? left - 2 : left + Math.max(10, shownSec * pxPerSec) - 4,
            ...{ top: CLIP_TOP_PX + 12, height: clipPx - 24 },
          }}
        />
      )}
    </>
  );
}
