import type { Clip, Command } from '@framemill/timeline';
import { type ReactNode, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { amountText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { kindLabel, titleOf } from '../../ui/labels.ts';
import { commandEntry, type JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { MIXED } from '../commands/value-inputs.tsx';
import { clipTitle } from '../model/editor-store.ts';
import { openTimeline } from '../model/entered.ts';
import { MOST_COMMANDS, useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { TextStyleFields } from '../text/text-style-fields.tsx';
import { AddToImages, AudioStack, ImageStack } from './effect-stack.tsx';
import { InspectorField } from './inspector-field.tsx';
import { INSPECTOR_SECTIONS, type InspectorSection } from './inspector-sections.ts';
import { isKeyframable } from './keyframe-button.tsx';
import { MissingMedia } from './missing-media.tsx';
import { SlotFields } from './slot-fields.tsx';

/** Inspector panel: the settings of the selected clips, or of the project when no clip is selected. */
export function Inspector({ openCommand }: { openCommand(op: string): void }) {
  const all = useEditor((state) => state.document.clips);
  const selection = useEditor((state) => state.selection);
  const clips = useMemo(() => {
    const selected = new Set(selection);
    return all.filter(({ id }) => selected.has(id));
  }, [all, selection]);
  const [clip, ...others] = clips;
  if (!clip) return <ProjectSettings />;
  if (others.length > 0) return <SeveralClips clips={clips} />;
  return (
    <div className="flex flex-col gap-4 p-3">
      <header>
        <h2 className="truncate font-semibold">{clipTitle(clip)}</h2>
        <p className="text-[13px] text-faint">{kindLabel(clip.type)} clip</p>
      </header>
      {clip.missing && <MissingMedia clip={clip} key={`missing ${clip.id}`} missing={clip.missing} />}
      <ClipTexts clips={clips} />
      <SlotFields clip={clip} key={`slots ${clip.id}`} />
      {clip.type !== 'audio' && <ImageStack clip={clip} key={`image ${clip.id}`} />}
      {(clip.type === 'video' || clip.type === 'audio') && <AudioStack clip={clip} key={`audio ${clip.id}`} />}
      <Sections clips={clips} />
      <MoreCommands clip={clip} openCommand={openCommand} />
    </div>
  );
}

/** Settings that all selected clips have. Each change is one request, and so one undo step. */
function SeveralClips({ clips }: { clips: readonly Clip[] }) {
  const isTooMany = clips.length > MOST_COMMANDS;
  return (
    <div className="flex flex-col gap-4 p-3">
      <header>
        <h2 className="truncate font-semibold">{amountText(clips.length, 'clip')}</h2>
        <p className="text-[13px] text-faint">
          {isTooMany
            ? `Select at most ${MOST_COMMANDS} clips to edit them together.`
            : 'A change applies to all of them.'}
        </p>
      </header>
      {!isTooMany && (
        <>
          <ClipTexts clips={clips} />
          <AddToImages clips={clips} />
          <Sections clips={clips} />
        </>
      )}
    </div>
  );
}

/** Text of clips, if all of them have one. */
function ClipTexts({ clips }: { clips: readonly Clip[] }) {
  const texts = clips.flatMap(({ textStyle }) => textStyle?.content ?? []);
  const [first] = texts;
  if (first === undefined || texts.length < clips.length) return null;
  const content = texts.every((text) => text === first) ? first : null;
  return <TextContent clips={clips} content={content} key={clips.map(({ id }) => id).join(' ')} />;
}

/**
 * Text area for the text of clips. `content` is null when their texts differ. It takes over what was typed when it
 * loses the focus, and when other clips are selected.
 */
function TextContent({ clips, content }: { clips: readonly Clip[]; content: string | null }) {
  const actions = useActions();
  const read = useReadEditor();
  const id = useId();
  const before = content ?? '';
  const [text, setText] = useState(before);
  const typed = useRef<string | null>(null);
  useEffect(() => setText(before), [before]);
  const ids = clips.map((clip) => clip.id).join(' ');
  const commit = useCallback(() => {
    const value = typed.current;
    typed.current = null;
    if (value === null) return;
    actions.drag(null);
    const own = new Set(ids.split(' '));
    // Typing is previewed like a drag: the document without it is the synced one.
    const changed = openTimeline(read().sync.document, read().entered).clips.filter(
      (clip) => own.has(clip.id) && clip.textStyle && clip.textStyle.content !== value,
    );
    if (changed.length > 0) actions.run('Edit text', textCommands(changed, value));
  }, [actions, read, ids]);
  useEffect(() => commit, [commit]);

  return (
    <div className="flex flex-col gap-1.5">
      <label className="text-[13px] text-soft" htmlFor={id}>
        Text
      </label>
      <textarea
        className="min-h-20 w-full rounded-lg border border-line-strong bg-sunken px-2.5 py-2"
        id={id}
        onBlur={commit}
        onChange={(event) => {
          const { value } = event.target;
          typed.current = value;
          setText(value);
          actions.drag(textCommands(clips, value));
        }}
        placeholder={content === null ? MIXED : undefined}
        value={text}
      />
    </div>
  );
}

function textCommands(clips: readonly Clip[], content: string): Command[] {
  return clips.map(({ id }) => ({ op: 'updateClip', clipId: id, patch: { textStyle: { content } } }));
}

/** Sections that apply to all clips. */
function Sections({ clips }: { clips: readonly Clip[] }) {
  return (
    <>
      {clips.every(({ textStyle }) => textStyle) && (
        <Folding title="Text style">
          <TextStyleFields clips={clips} />
        </Folding>
      )}
      {INSPECTOR_SECTIONS.filter((section) => clips.every(section.appliesTo)).map((section) => (
        <Section clips={clips} key={section.title} section={section} />
      ))}
    </>
  );
}

/** Titles of the sections that are open at first. */
const OPEN_AT_FIRST = ['Text style', 'Timing', 'Transform', 'Audio'];

/** Section with a title, which folds it. */
function Folding({ title, children }: { title: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(OPEN_AT_FIRST.includes(title));
  return (
    <section>
      <h3>
        <button
          aria-expanded={isOpen}
          className="mb-1.5 flex w-full items-center justify-between text-[13px] font-semibold hover:text-accent"
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          {title} <Icon className="text-faint" name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        </button>
      </h3>
      {isOpen && <div className="flex flex-col gap-1.5">{children}</div>}
    </section>
  );
}

function Section({ clips, section }: { clips: readonly Clip[]; section: InspectorSection }) {
  const { op, inside, single = [] } = section;
  const properties = propertiesOf(section);
  const fields = clips.length === 1 ? section.fields : section.fields.filter((field) => !single.includes(field));
  const within = (params: Record<string, unknown>) => (inside ? { [inside]: params } : params);

  function commandsFor(targets: readonly Clip[], field: string, value: unknown): Command[] {
    const next = value ?? emptyValue(properties[field]);
    if (next === undefined) return [];
    return targets.map((clip) => ({ op, clipId: clip.id, ...within(whole(clip, field, next)) }));
  }

  // setTransition replaces the whole transition.
  function whole(clip: Clip, field: string, value: unknown): Record<string, unknown> {
    if (op !== 'setTransition') return { [field]: value };
    return { type: 'dissolve', duration: 0.5, ...section.values(clip), [field]: value };
  }

  return (
    <Folding title={section.title}>
      {fields.map((field) => {
        const schema = properties[field];
        if (!schema) return null;
        return (
          <InspectorField
            clips={clips}
            commandsFor={(targets, value) => commandsFor(targets, field, value)}
            key={field}
            name={field}
            prop={isKeyframable(field) ? field : undefined}
            schema={schema}
            title={`${section.title}: ${titleOf(field)}`}
            valueIn={(clip) => section.values(clip)[field]}
          />
        );
      })}
    </Folding>
  );
}

/** Returns the value that removes all parts of a value, such as the colour wheels; undefined when there is none. */
function emptyValue({ properties, required = [] }: JsonSchema = {}): object | undefined {
  return properties && required.length === 0 ? {} : undefined;
}

function propertiesOf({ op, inside }: InspectorSection): Record<string, JsonSchema> {
  const { properties = {} } = commandEntry(op).params;
  return (inside === undefined ? properties : properties[inside]?.properties) ?? {};
}

const MORE: readonly [op: string, label: string, appliesTo: (clip: Clip) => boolean][] = [
  ['setSpeedRamp', 'Speed ramp', ({ type }) => type === 'video' || type === 'audio'],
  ['resetClip', 'Reset clip', () => true],
];

function MoreCommands({ clip, openCommand }: { clip: Clip; openCommand(op: string): void }) {
  return (
    <section>
      <h3 className="mb-2 text-[13px] font-semibold">More</h3>
      <div className="flex flex-wrap gap-1.5">
        {MORE.filter(([, , appliesTo]) => appliesTo(clip)).map(([op, label]) => (
          <Button key={op} onClick={() => openCommand(op)} size="small">
            {label}
          </Button>
        ))}
      </div>
    </section>
  );
}

function ProjectSettings() {
  const settings = useEditor((state) => state.document.settings);
  const actions = useActions();
  const { properties = {} } = commandEntry('setProjectSettings').params;
  return (
    <div className="flex flex-col gap-3 p-3">
      <header>
        <h2 className="font-semibold">Project</h2>
        <p className="text-[13px] text-faint">Select a clip to see its settings.</p>
      </header>
      <div className="flex flex-col gap-1.5">
        {Object.entries(properties).map(([name, schema]) => (
          <SchemaField
            key={name}
            name={name}
            onChange={(value) => {
              if (value !== undefined)
                actions.run(`Project: ${titleOf(name)}`, [{ op: 'setProjectSettings', [name]: value }]);
            }}
            onPreview={(value) =>
              actions.drag(value === undefined ? null : [{ op: 'setProjectSettings', [name]: value }])
            }
            schema={schema}
            value={Reflect.get(settings, name)}
          />
        ))}
      </div>
    </div>
  );
}
