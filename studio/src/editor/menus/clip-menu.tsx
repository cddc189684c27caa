import type { Clip } from '@framemill/timeline';
import type { IconName } from '../../ui/icons.ts';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { commandEntry } from '../commands/registry.ts';
import { runInBatches, useActions, useEditor } from '../model/use-editor.ts';
import { ActionItem } from './action-item.tsx';

/** Command of the registry in the menu of clips. */
interface ClipCommand {
  op: string;
  icon: IconName;
  /** Whether the command has settings: its form is opened, for one clip. Otherwise it runs for all selected clips. */
  hasForm: boolean;
  appliesTo(clip: Clip): boolean;
}

const isAudible = ({ type }: Clip) => type === 'video' || type === 'audio' || type === 'composition';
const isMoving = ({ type }: Clip) => type === 'video' || type === 'composition';
const isPlaced = ({ type }: Clip) => type !== 'audio' && type !== 'adjustment';

const CLIP_COMMANDS: readonly ClipCommand[] = [
  { op: 'setSpeed', icon: 'gauge', hasForm: true, appliesTo: isAudible },
  { op: 'reverseClip', icon: 'undo', hasForm: false, appliesTo: isAudible },
  { op: 'freezeFrame', icon: 'pause', hasForm: true, appliesTo: isMoving },
  { op: 'detachAudio', icon: 'sound', hasForm: false, appliesTo: ({ type, muted }) => type === 'video' && !muted },
  { op: 'fitClip', icon: 'grid', hasForm: true, appliesTo: ({ type }) => type === 'video' || type === 'image' },
  { op: 'setTextAnimation', icon: 'text', hasForm: true, appliesTo: ({ textStyle }) => textStyle !== undefined },
  { op: 'setTransition', icon: 'slide', hasForm: true, appliesTo: isPlaced },
  { op: 'resetClip', icon: 'refresh', hasForm: true, appliesTo: () => true },
  { op: 'dissolveComposition', icon: 'layers', hasForm: false, appliesTo: ({ type }) => type === 'composition' },
];

/** Items of the context menu of the selected clips. `openCommand` opens the form of a command. */
export function ClipMenuItems({ openCommand }: { openCommand(op: string): void }) {
  const { clips: all, tracks } = useEditor((state) => state.document);
  const selection = useEditor((state) => state.selection);
  const playheadSec = useEditor((state) => state.playheadSec);
  const actions = useActions();
  const selected = new Set(selection);
  const clips = all.filter(({ id }) => selected.has(id));
  const lockedIds = new Set(tracks.filter(({ locked }) => locked).map(({ id }) => id));
  const isLocked = clips.some(({ trackIndex }) => lockedIds.has(trackIndex));
  const composition = clips.length === 1 ? clips.find(({ type }) => type === 'composition') : undefined;
  const isCut = clips.some(({ start, duration }) => playheadSec > start && playheadSec < start + duration);
  const commands = CLIP_COMMANDS.filter(({ hasForm, appliesTo }) =>
    hasForm ? clips.length === 1 && clips.every(appliesTo) : clips.some(appliesTo),
  );

  function run({ op, hasForm, appliesTo }: ClipCommand) {
    if (hasForm) return openCommand(op);
    const edits = clips.filter(appliesTo).map(({ id }) => ({ op, clipId: id }));
    runInBatches(actions, commandEntry(op).title, edits);
  }

  return (
    <>
      <ActionItem icon="cut" id="cut" isDisabled={isLocked} />
      <ActionItem icon="copy" id="copy" />
      <ActionItem icon="layers" id="duplicate" isDisabled={isLocked} />
      <MenuSeparator />
      <ActionItem icon="split" id="split" isDisabled={isLocked || !isCut} />
      <ActionItem icon="skipBack" id="trimStart" isDisabled={isLocked || !isCut} />
      <ActionItem icon="skipForward" id="trimEnd" isDisabled={isLocked || !isCut} />
      <MenuSeparator />
      <ActionItem icon="link" id="group" isDisabled={clips.length < 2} />
      <ActionItem icon="close" id="ungroup" isDisabled={clips.every(({ groupId }) => groupId === undefined)} />
      {composition && (
        <MenuItem icon="layers" onClick={() => actions.enter(composition.id)}>
          Open composition
        </MenuItem>
      )}
      <ActionItem icon="layers" id="createComposition" isDisabled={isLocked || clips.length === 0} />
      <MenuSeparator />
      {commands.map((command) => (
        <MenuItem icon={command.icon} isDisabled={isLocked} key={command.op} onClick={() => run(command)}>
          {commandEntry(command.op).title}
        </MenuItem>
      ))}
      {commands.length > 0 && <MenuSeparator />}
      <ActionItem icon="trash" id="delete" isDanger isDisabled={isLocked} />
      <ActionItem icon="trash" id="rippleDelete" isDanger isDisabled={isLocked} />
    </>
  );
}
