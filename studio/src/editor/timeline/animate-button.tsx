import { type Clip, type KeyframableProp, type TrackDef, VOCABULARY } from '@framemill/timeline';
import { useState } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { useActions, useReadEditor } from '../model/use-editor.ts';
import { propertyValue, setKeyframe } from './keyframe-commands.ts';
import { useTargetClip } from './lane-header.tsx';

interface AnimateButtonProps {
  track: TrackDef;
  /** Clips of the track, and the properties whose lanes are already shown. */
  clips: readonly Clip[];
  lanes: readonly KeyframableProp[];
}

/**
 * Button that adds the first keyframe of a property to a clip of the track. The keyframe is added at the playhead if
 * that is within the clip, otherwise at the clip's start.
 */
export function AnimateButton({ track, clips, lanes }: AnimateButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const actions = useActions();
  const read = useReadEditor();
  const clip = useTargetClip(clips);
  function animate(prop: (typeof VOCABULARY.keyframableProp)[number]) {
    if (!clip) return;
    setIsOpen(false);
    const sec = read().playheadSec - clip.start;
    const time = sec >= 0 && sec <= clip.duration ? sec : 0;
    const value = propertyValue(clip, prop, time);
    actions.run(`Animate ${prop}`, [setKeyframe(clip, prop, { time, value })]);
  }
  return (
    <Popover
      isOpen={isOpen}
      label="Properties to animate"
      onOpenChange={setIsOpen}
      trigger={
        <IconButton
          disabled={clip === undefined || track.locked}
          icon="add"
          label={`Animate a property on ${track.label}`}
          size="small"
        />
      }
    >
      <div className="grid w-72 grid-cols-3 gap-0.5">
        {VOCABULARY.keyframableProp.map((prop) => (
          <button
            className="rounded-md px-2 py-1 text-left text-[13px] hover:bg-hover disabled:text-faint"
            disabled={lanes.includes(prop)}
            key={prop}
            onClick={() => animate(prop)}
            type="button"
          >
            {prop}
          </button>
        ))}
      </div>
    </Popover>
  );
}
