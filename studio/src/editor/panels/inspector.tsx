import { type Clip, type Command, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import { useEffect, useId, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { amountText } from '../../ui/format.ts';
import { kindLabel, titleOf } from '../../ui/labels.ts';
import { commandEntry, type JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { clipTitle } from '../model/editor-store.ts';
import { useActions, useEditor, useReadEditor } from '../model/use-editor.ts';
import { INSPECTOR_SECTIONS, type InspectorSection } from './inspector-sections.ts';

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
  const actions = useActions();
  const read = useReadEditor();
  const { op, inside, takesMany } = section;
  const properties = propertiesOf(section);
  const values = section.values(clip);
  const [isOpen, setIsOpen] = useState(['Text style', 'Timing', 'Transform', 'Audio'].includes(section.title));

  function put(field: string, value: unknown) {
    if (value === undefined) return;
    const target = takesMany ? { clipIds: textIds() } : { clipId: clip.id };
    const fields = field === 'type' || field === 'duration' ? whole(field, value) : { [field]: value };
    actions.run(`${section.title}: ${titleOf(field)}`, [
      { op, ...target, ...(inside ? { [inside]: fields } : fields) },
    ]);
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
          {section.title} <span className="text-faint">{isOpen ? '−' : '+'}</span>
        </button>
      </h3>
      {isOpen && (
        <div className="flex flex-col gap-1.5">
          {section.fields.map((field) => {
            const schema = properties[field];
            if (!schema) return null;
            return (
              <div className="flex items-center gap-0.5" key={field}>
                <div className="min-w-0 grow">
                  <SchemaField
                    name={field}
                    onChange={(value) => put(field, value)}
                    schema={schema}
                    value={values[field]}
                  />
                </div>
                {isKeyframable(field) && op !== 'setTextStyle' && (
                  <KeyframeButton clip={clip} prop={field} value={values[field]} />
                )}
              </div>
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

function isKeyframable(field: string): field is KeyframableProp {
  return Object.hasOwn(KEYFRAMABLE, field);
}

/** Maximum distance from the playhead to a keyframe that counts as being at the playhead, in seconds. */
const ON_KEYFRAME_SEC = 0.02;

/** Button that sets a keyframe at the playhead, or removes the one there. */
function KeyframeButton({ clip, prop, value }: { clip: Clip; prop: KeyframableProp; value: unknown }) {
  const timeSec = useEditor((state) => Math.round((state.playheadSec - clip.start) * 1e3) / 1e3);
  const actions = useActions();
  const { field, initial } = KEYFRAMABLE[prop];
  const keyframes = clip[field] ?? [];
  const here = keyframes.find(({ time }) => Math.abs(time - timeSec) < ON_KEYFRAME_SEC);
  const isInside = timeSec >= 0 && timeSec <= clip.duration;
  return (
    <IconButton
      className={keyframes.length > 0 ? 'text-accent' : ''}
      disabled={!isInside}
      icon="keyframe"
      isOn={here !== undefined}
      label={here ? `Remove keyframe: ${titleOf(prop)}` : `Add keyframe at the playhead: ${titleOf(prop)}`}
      onClick={() =>
        here
          ? actions.run('Remove keyframe', [{ op: 'removeKeyframe', clipId: clip.id, prop, time: here.time }])
          : actions.run('Add keyframe', [
              {
                op: 'addKeyframe',
                clipId: clip.id,
                prop,
                time: timeSec,
                value: typeof value === 'number' ? value : initial,
              },
            ])
      }
      size="small"
    />
  );
}

const MORE: readonly [op: string, label: string, appliesTo: (clip: Clip) => boolean][] = [
  ['addEffect', 'Effect', ({ type }) => type !== 'audio'],
  ['applyFilter', 'Filter', ({ type }) => type !== 'audio'],
  ['applyMotionPreset', 'Motion preset', ({ type }) => type !== 'audio'],
  ['setTextAnimation', 'Text animation', ({ textStyle }) => textStyle !== undefined],
  ['setMask', 'Mask', ({ type }) => type !== 'audio'],
  ['setChromaKey', 'Chroma key', ({ type }) => type === 'video' || type === 'image'],
  ['setSpeedRamp', 'Speed ramp', ({ type }) => type === 'video' || type === 'audio'],
  ['setAudioEffects', 'Audio effects', ({ type }) => type === 'video' || type === 'audio'],
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
            schema={schema}
            value={Reflect.get(settings, name)}
          />
        ))}
      </div>
    </div>
  );
}
