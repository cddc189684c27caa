import type { TrackDef } from '@framemill/timeline';
import { IconButton } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useActions, useReadEditor } from '../model/use-editor.ts';

/** The name of a track and its switches. */
export function TrackHeader({ track, width }: { track: TrackDef; width: number }) {
  const actions = useActions();
  const read = useReadEditor();
  const { id, label, type, muted, locked, visible } = track;
  const update = (what: string, fields: Partial<TrackDef>) =>
    actions.run(what, [{ op: 'updateTrack', trackId: id, ...fields }]);
  const move = (by: number) => {
    const at = read().document.tracks.findIndex((one) => one.id === id);
    actions.run('Move the track', [{ op: 'moveTrack', trackId: id, toIndex: Math.max(0, at + by) }]);
  };
  return (
    <div
      className="sticky left-0 z-10 flex shrink-0 items-center gap-1 border-r border-line bg-surface pr-1 pl-2"
      style={{ width }}
    >
      <Icon className="text-faint" name={type === 'audio' ? 'sound' : type === 'text' ? 'text' : 'film'} size={14} />
      <span className="min-w-0 grow truncate text-[13px] font-medium" title={label}>
        {label}
      </span>
      {type === 'audio' ? (
        <IconButton
          icon={muted ? 'soundOff' : 'sound'}
          isOn={muted}
          label={muted ? `Unmute ${label}` : `Mute ${label}`}
          onClick={() => update(muted ? 'Unmute the track' : 'Mute the track', { muted: !muted })}
          size="small"
        />
      ) : (
        <IconButton
          icon={visible ? 'eye' : 'eyeOff'}
          isOn={!visible}
          label={visible ? `Hide ${label}` : `Show ${label}`}
          onClick={() => update(visible ? 'Hide the track' : 'Show the track', { visible: !visible })}
          size="small"
        />
      )}
      <IconButton
        icon={locked ? 'lock' : 'unlock'}
        isOn={locked}
        label={locked ? `Unlock ${label}` : `Lock ${label}`}
        onClick={() => update(locked ? 'Unlock the track' : 'Lock the track', { locked: !locked })}
        size="small"
      />
      <Menu align="start" trigger={<IconButton icon="more" label={`More about ${label}`} size="small" />}>
        <MenuItem icon="sound" onClick={() => update('Mute the track', { muted: !muted })}>
          {muted ? 'Unmute' : 'Mute'}
        </MenuItem>
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
  );
}
