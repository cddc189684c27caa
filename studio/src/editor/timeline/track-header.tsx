import type { Clip, KeyframableProp, TrackDef } from '@framemill/timeline';
import { memo } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { AnimateButton } from './animate-button.tsx';
import { ROW_PX } from './rows.ts';

interface TrackHeaderProps {
  track: TrackDef;
  /** Clips of the track, and the properties whose lanes are shown. */
  clips: readonly Clip[];
  lanes: readonly KeyframableProp[];
  width: number;
}

/** Header of a track: its name and switches. Solo affects only this editor; it does not change the project. */
export const TrackHeader = memo(function TrackHeader({ track, clips, lanes, width }: TrackHeaderProps) {
  const actions = useActions();
  const read = useReadEditor();
  const { id, label, type, muted, locked, visible } = track;
  const isSolo = useEditor((state) => state.soloTrackIds.includes(id));
  const isOpen = useEditor((state) => state.openTrackIds.includes(id));
  const update = (what: string, fields: Partial<TrackDef>) =>
    actions.run(what, [{ op: 'updateTrack', trackId: id, ...fields }]);
  const move = (by: number) => {
    const at = read().document.tracks.findIndex((one) => one.id === id);
    actions.run('Move the track', [{ op: 'moveTrack', trackId: id, toIndex: Math.max(0, at + by) }]);
  };
  const toggled = (ids: readonly number[]) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return (
    <div
      className="sticky left-0 z-10 flex shrink-0 flex-col justify-center border-r border-line bg-surface pr-1 pl-2"
      style={{ width, height: ROW_PX - 1 }}
    >
      <div className="flex items-center gap-1.5">
        <Icon className="text-faint" name={type === 'audio' ? 'sound' : type === 'text' ? 'text' : 'film'} size={13} />
        <span className="min-w-0 grow truncate text-[13px] font-medium" title={label}>
          {label}
        </span>
        {isOpen && <AnimateButton clips={clips} lanes={lanes} track={track} />}
        <Menu align="start" trigger={<IconButton icon="more" label={`More about ${label}`} size="small" />}>
          <MenuItem icon="arrowUp" onClick={() => move(1)}>
            Move up
          </MenuItem>
          <MenuItem icon="arrowDown" onClick={() => move(-1)}>
            Move down
          </MenuItem>
          <MenuItem
            icon="copy"
            onClick={() => actions.run('Duplicate the track', [{ op: 'duplicateTrack', trackId: id }])}
          >
            Duplicate
          </MenuItem>
          <MenuItem icon="ripple" onClick={() => actions.run('Close the gaps', [{ op: 'closeGaps', trackIndex: id }])}>
            Close its gaps
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon="trash"
            isDanger
            onClick={() => actions.run('Remove the track', [{ op: 'removeTrack', trackId: id }])}
          >
            Remove
          </MenuItem>
        </Menu>
      </div>
      <div className="-ml-1 flex h-5.5 items-center">
        <IconButton
          className="h-5.5"
          icon="keyframe"
          isOn={isOpen}
          label={`Keyframes of ${label}`}
          onClick={() => actions.set({ openTrackIds: toggled(read().openTrackIds) })}
          size="small"
        />
        {type !== 'text' && (
          <>
            <IconButton
              className="h-5.5"
              icon="solo"
              isOn={isSolo}
              label={isSolo ? `Hear all, not ${label} alone` : `Hear ${label} alone`}
              onClick={() => actions.set({ soloTrackIds: toggled(read().soloTrackIds) })}
              size="small"
            />
            <IconButton
              className="h-5.5"
              icon={muted ? 'soundOff' : 'sound'}
              isOn={muted}
              label={muted ? `Unmute ${label}` : `Mute ${label}`}
              onClick={() => update(muted ? 'Unmute the track' : 'Mute the track', { muted: !muted })}
              size="small"
            />
          </>
        )}
        {type !== 'audio' && (
          <IconButton
            className="h-5.5"
            icon={visible ? 'eye' : 'eyeOff'}
            isOn={!visible}
            label={visible ? `Hide ${label}` : `Show ${label}`}
            onClick={() => update(visible ? 'Hide the track' : 'Show the track', { visible: !visible })}
            size="small"
          />
        )}
        <IconButton
          className="h-5.5"
          icon={locked ? 'lock' : 'unlock'}
          isOn={locked}
          label={locked ? `Unlock ${label}` : `Lock ${label}`}
          onClick={() => update(locked ? 'Unlock the track' : 'Lock the track', { locked: !locked })}
          size="small"
        />
      </div>
    </div>
  );
});
