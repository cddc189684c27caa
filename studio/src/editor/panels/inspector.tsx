import type { Clip, Command } from '@framemill/timeline';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { amountText } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { kindLabel, titleOf } from '../../ui/labels.ts';
import { commandEntry, type JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { AudioStack, ImageStack } from './effect-stack.tsx';
import { InspectorField } from './inspector-field.tsx';
import { INSPECTOR_SECTIONS, type InspectorSection } from './inspector-sections.ts';
import { isKeyframable } from './keyframe-button.tsx';

/** Inspector panel: the settings of the selected clip, or of the project when no clip is selected. */
export function Inspector({ openCommand }: { openCommand(op: string): void }) {
  const clip = useEditor(({ document, selection }) => document.clips.find(({ id }) => id === selection[0]) ?? null);
  const count = useEditor(({ selection }) => selection.length);
  if (!clip) return <ProjectSettings />;
  return (
    <div className="flex flex-col gap-4 p-3">
      <header>
        <h2 className="truncate font-semibold">{count > 1 ? amountText(count, 'clip') : clipTitle(clip)}</h2>
        <p className="text-[13px] text-faint">
          {count > 1 ? 'Settings of the first clip. Text styles apply to all.' : `${kindLabel(clip.type)} clip`}
        </p>
      </header>
      {clip.textStyle && <TextContent clip={clip} content={clip.textStyle.content} />}
      {clip.type !== 'audio' && <ImageStack clip={clip} key={`image ${clip.id}`} />}
      {(clip.type === 'video' || clip.type === 'audio') && <AudioStack clip={clip} key={`audio ${clip.id}`} />}
      {INSPECTOR_SECTIONS.filter((section) => section.appliesTo(clip)).map((section) => (
        <Section clip={clip} key={section.title} section={section} />
      ))}
      <MoreCommands clip={clip} openCommand={openCommand} />
    </div>
  );
}

function TextContent({ clip, content }: { clip: Clip; content: string }) {
  const actions = useActions();
  const read = useReadEditor();
  const id = useId();
  const [text, setText] = useState(content);
  useEffect(() => setText(content), [content]);
  const commands = (value: string): Command[] => [
    { op: 'updateClip', clipId: clip.id, patch: { textStyle: { content: value } } },
  ];
  return (
    <div className="flex flex-col gap-1.5">
      <label className="text-[13px] text-soft" htmlFor={id}>
        Text
      </label>
      <textarea
        className="min-h-20 w-full rounded-lg border border-line-strong bg-sunken px-2.5 py-2"
        id={id}
        onBlur={() => {
          actions.drag(null);
          // Typing is previewed like a drag: the document without it is the synced one.
          const before = read().sync.document.clips.find(({ id: one }) => one === clip.id)?.textStyle?.content;
          if (text !== before) actions.run('Edit text', commands(text));
        }}
        onChange={(event) => {
          setText(event.target.value);
          actions.drag(commands(event.target.value));
        }}
        value={text}
      />
    </div>
  );
}

function Section({ clip, section }: { clip: Clip; section: InspectorSection }) {
  const read = useReadEditor();
  const { op, inside, takesMany } = section;
  const properties = propertiesOf(section);
  const values = section.values(clip);
  const [isOpen, setIsOpen] = useState(['Text style', 'Timing', 'Transform', 'Audio'].includes(section.title));

  function commandsFor(field: string, value: unknown): Command[] {
    if (value === undefined) return [];
    const target = takesMany ? { clipIds: textIds() } : { clipId: clip.id };
    const fields = whole(field, value);
    return [{ op, ...target, ...(inside ? { [inside]: fields } : fields) }];
  }

  // setTransition replaces the whole transition.
  function whole(field: string, value: unknown): Record<string, unknown> {
    if (op !== 'setTransition') return { [field]: value };
    return { type: 'dissolve', duration: 0.5, ...values, [field]: value };
  }

  function textIds(): string[] {
    const { selection, document } = read();
    return document.clips.filter(({ id, textStyle }) => selection.includes(id) && textStyle).map(({ id }) => id);
  }

  return (
    <section>
      <h3>
        <button
          aria-expanded={isOpen}
          className="mb-1.5 flex w-full items-center justify-between text-[13px] font-semibold hover:text-accent"
          onClick={() => setIsOpen(!isOpen)}
          type="button"
        >
          {section.title} <Icon className="text-faint" name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
        </button>
      </h3>
      {isOpen && (
        <div className="flex flex-col gap-1.5">
          {section.fields.map((field) => {
            const schema = properties[field];
            if (!schema) return null;
            return (
              <InspectorField
                clip={clip}
                commandsFor={(value) => commandsFor(field, value)}
                key={field}
                name={field}
                prop={isKeyframable(field) && op !== 'setTextStyle' ? field : undefined}
                schema={schema}
                title={`${section.title}: ${titleOf(field)}`}
                value={values[field]}
              />
            );
          })}
        </div>
      )}
    </section>
  );
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
