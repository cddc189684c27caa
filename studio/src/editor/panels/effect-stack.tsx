import type { Clip, Command } from '@framemill/timeline';
import { type PointerEvent, type ReactNode, useId, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Switch } from '../../ui/field.tsx';
import { Finder } from '../../ui/finder.tsx';
import { Icon } from '../../ui/icon.tsx';
import { titleOf } from '../../ui/labels.ts';
import { PointPad } from '../commands/point-pad.tsx';
import { runInBatches, useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { useCommandDrag } from '../timeline/use-command-drag.ts';
import { AddEffectDialog } from './add-effect-dialog.tsx';
import { InspectorField } from './inspector-field.tsx';
import { audioChoices } from './stack-choices.ts';
import { audioRows, imageRows, type StackRow } from './stack-rows.ts';

/** Stack of the changes of a clip's image: grade, effects, mask, text animations and animated properties. */
export function ImageStack({ clip }: { clip: Clip }) {
  const image = useEditor(({ media }) => media.find(({ kind, status }) => kind === 'image' && status === 'READY')?.id);
  return (
    <Stack
      clip={clip}
      dialog={(props) => <AddEffectDialog {...props} clips={[clip]} />}
      listLabel="Effects"
      noun="effect"
      rowsOf={(one) => imageRows(one, image)}
    />
  );
}

/** Button that adds an effect to all clips that have an image, as one edit; nothing when none has an image. */
export function AddToImages({ clips }: { clips: readonly Clip[] }) {
  const actions = useActions();
  const [isPicking, setIsPicking] = useState(false);
  const visible = clips.filter(({ type }) => type !== 'audio');
  if (visible.length === 0) return null;
  return (
    <section aria-label="Effects">
      <StackHeader noun="effect" onAdd={() => setIsPicking(true)} title="Effects" />
      <AddEffectDialog
        clips={visible}
        isOpen={isPicking}
        onClose={() => setIsPicking(false)}
        onPick={(title, commands) => {
          setIsPicking(false);
          runInBatches(actions, `Add effect: ${title}`, commands);
        }}
      />
    </section>
  );
}

/** Stack of the changes of a clip's audio: its processors and animated properties. */
export function AudioStack({ clip }: { clip: Clip }) {
  return (
    <Stack
      clip={clip}
      dialog={({ isOpen, onClose, onPick }) => (
        <Dialog isOpen={isOpen} onClose={onClose} title="Add audio effect">
          {isOpen && (
            <Finder
              entries={audioChoices(clip)}
              id="stack-choice"
              label="Find an audio effect"
              listLabel="Audio effects"
              onPick={({ title, commands }) => onPick(title, commands)}
            />
          )}
        </Dialog>
      )}
      listLabel="Audio effects"
      noun="audio effect"
      rowsOf={audioRows}
    />
  );
}

interface StackProps {
  clip: Clip;
  listLabel: string;
  /** Word for a row, such as `effect`. */
  noun: string;
  rowsOf(clip: Clip): StackRow[];
  /** Returns the dialog in which the user picks what is added. */
  dialog(props: PickerProps): ReactNode;
}

interface PickerProps {
  isOpen: boolean;
  onClose(): void;
  /** Called with a title and the commands that add it to the clip. */
  onPick(title: string, commands: Command[]): void;
}

function Stack({ clip, listLabel, noun, rowsOf, dialog }: StackProps) {
  const actions = useActions();
  const read = useReadEditor();
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const [isPicking, setIsPicking] = useState(false);
  const [draggedKey, setDraggedKey] = useState<string | null>(null);
  const list = useRef<HTMLOListElement>(null);
  /** Strengths of the rows that were switched off, by key. */
  const strengths = useRef(new Map<string, number>());
  const { begin } = useCommandDrag();
  const rows = rowsOf(clip);
  const movable = rows.filter(({ moveTo }) => moveTo);

  function open(key: string, isOpen: boolean) {
    const others = [...openKeys].filter((one) => one !== key);
    setOpenKeys(new Set(isOpen ? [...others, key] : others));
  }

  function add(title: string, commands: Command[]) {
    setIsPicking(false);
    const before = new Set(rows.map(({ key }) => key));
    if (!actions.run(`Add ${noun}: ${title}`, commands)) return;
    const added = read().document.clips.find(({ id }) => id === clip.id);
    const fresh = added ? rowsOf(added).filter(({ key }) => !before.has(key)) : [];
    setOpenKeys(new Set([...openKeys, ...fresh.map(({ key }) => key)]));
  }

  function toggle({ key, title, strength, toggle: commandsFor }: StackRow, isOn: boolean) {
    if (!commandsFor) return;
    if (!isOn && strength !== undefined) strengths.current.set(key, strength);
    actions.run(`${isOn ? 'Switch on' : 'Switch off'}: ${title}`, commandsFor(isOn, strengths.current.get(key)));
  }

  function grab(event: PointerEvent, { key, title, moveTo }: StackRow) {
    const from = movable.findIndex((one) => one.key === key);
    if (!moveTo) return;
    // The places of the rows before the drag: it shows the new order while it lasts.
    const middles = [...(list.current?.querySelectorAll('[data-movable]') ?? [])].map((element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    });
    setDraggedKey(key);
    begin(event, {
      label: `Move ${noun}: ${title}`,
      commandsAt(_dx, _dy, { clientY }) {
        const to = middles.filter((middle, index) => index !== from && middle < clientY).length;
        return to === from ? [] : moveTo(to);
      },
      ended: () => setDraggedKey(null),
    });
  }

  return (
    <section aria-label={listLabel}>
      <StackHeader noun={noun} onAdd={() => setIsPicking(true)} title={listLabel} />
      {rows.length > 0 && (
        <ol className="flex flex-col divide-y divide-line overflow-hidden rounded-lg border border-line" ref={list}>
          {rows.map((row) => {
            const place = movable.indexOf(row);
            return (
              <Row
                clip={clip}
                count={movable.length}
                isDragged={draggedKey === row.key}
                isOpen={openKeys.has(row.key)}
                key={row.key}
                onGrab={(event) => grab(event, row)}
                onMove={(to) => row.moveTo && actions.run(`Move ${noun}: ${row.title}`, row.moveTo(to))}
                onOpen={(isOpen) => open(row.key, isOpen)}
                onRemove={() => actions.run(`Remove ${noun}: ${row.title}`, row.remove())}
                onToggle={(isOn) => toggle(row, isOn)}
                place={place < 0 ? null : place}
                row={row}
              />
            );
          })}
        </ol>
      )}
      {dialog({ isOpen: isPicking, onClose: () => setIsPicking(false), onPick: add })}
    </section>
  );
}

function StackHeader({ title, noun, onAdd }: { title: string; noun: string; onAdd(): void }) {
  return (
    <header className="mb-1.5 flex items-center justify-between">
      <h3 className="text-[13px] font-semibold">{title}</h3>
      <Button icon="add" onClick={onAdd} size="small" tone="quiet">
        Add {noun}
      </Button>
    </header>
  );
}

interface RowProps {
  clip: Clip;
  row: StackRow;
  /** Index among the rows that can be moved, and their number; null for a row that cannot be moved. */
  place: number | null;
  count: number;
  isOpen: boolean;
  isDragged: boolean;
  onOpen(isOpen: boolean): void;
  onToggle(isOn: boolean): void;
  onGrab(event: PointerEvent): void;
  onMove(to: number): void;
  onRemove(): void;
}

function Row({ clip, row, place, count, isOpen, isDragged, ...on }: RowProps) {
  const actions = useActions();
  const id = useId();
  const { title, detail, isOn, fields } = row;
  const names = Object.keys(fields);
  const isOff = isOn === false;
  return (
    <li
      className={isDragged ? 'bg-accent-soft' : 'bg-raised'}
      data-movable={place === null ? undefined : ''}
      data-row={row.key}
    >
      <div className="flex h-9 items-center gap-1.5 pr-1 pl-0.5">
        {place === null || count < 2 ? (
          <span className="w-5 shrink-0" />
        ) : (
          <button
            aria-label={`Move ${title}: ${place + 1} of ${count}`}
            className="grid h-7 w-5 shrink-0 cursor-grab touch-none place-items-center rounded text-faint hover:text-text active:cursor-grabbing"
            onKeyDown={(event) => {
              const to = place + (event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0);
              if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
              event.preventDefault();
              if (to >= 0 && to < count) on.onMove(to);
            }}
            onPointerDown={on.onGrab}
            title="Drag, or press the up and down arrow keys"
            type="button"
          >
            <Icon name="grip" />
          </button>
        )}
        {isOn === undefined ? (
          <span className="w-7 shrink-0 text-center text-faint">
            <Icon className="inline" name={names.length > 0 ? 'text' : 'keyframe'} size={13} />
          </span>
        ) : (
          <Switch isOn={isOn} label={`${title}: on`} onChange={on.onToggle} />
        )}
        <button
          aria-controls={isOpen && names.length > 0 ? id : undefined}
          aria-expanded={names.length > 0 ? isOpen : undefined}
          className={`flex h-full min-w-0 grow items-center gap-1.5 rounded text-left text-[13px] hover:text-accent disabled:pointer-events-none ${isOff ? 'text-faint' : ''}`}
          disabled={names.length === 0}
          onClick={() => on.onOpen(!isOpen)}
          type="button"
        >
          <span className="min-w-0 truncate">{title}</span>
          {detail !== '' && <span className="min-w-0 shrink-2 truncate text-xs text-faint">{detail}</span>}
          {names.length > 0 && (
            <Icon className="ml-auto text-faint" name={isOpen ? 'chevronDown' : 'chevronRight'} size={13} />
          )}
        </button>
        <IconButton icon="close" label={`Remove ${title}`} onClick={on.onRemove} size="small" />
      </div>
      {isOpen && names.length > 0 && (
        <div className="flex flex-col gap-1.5 border-t border-line bg-surface p-2" id={id}>
          <PointPad
            fields={fields}
            onChange={(next) => actions.run(title, row.change(next))}
            onPreview={(next) => actions.drag(next === undefined ? null : row.change(next))}
            values={row.values}
          />
          {names.map((name) => (
            <InspectorField
              clips={[clip]}
              commandsFor={(_clips, value) => row.change({ [name]: value })}
              key={name}
              name={name}
              prop={row.keyframes?.[name]}
              schema={fields[name] ?? {}}
              title={`${title}: ${titleOf(name)}`}
              valueIn={() => row.values[name]}
            />
          ))}
        </div>
      )}
    </li>
  );
}
