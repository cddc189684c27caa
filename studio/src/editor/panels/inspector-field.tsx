import { type Clip, type Command, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import type { JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';
import { keyframeAt, propertyValue, setKeyframe } from '../timeline/keyframe-commands.ts';
import { KeyframeButton } from './keyframe-button.tsx';

interface InspectorFieldProps {
  clip: Clip;
  name: string;
  schema: JsonSchema;
  value: unknown;
  /** Property that keyframes of this field animate; absent for fields without keyframes. */
  prop?: KeyframableProp | undefined;
  /** Label of an edit in the history. */
  title: string;
  /** Returns the commands that set the field; an empty list for a value that changes nothing. */
  commandsFor(value: unknown): Command[];
}

/**
 * Field of a clip in the inspector. While the user drags its control, the editor shows the result; the drag is one undo
 * step. With keyframes, it shows the value at the playhead, and changing it sets a keyframe there.
 */
export function InspectorField({ clip, name, schema, value, prop, title, commandsFor }: InspectorFieldProps) {
  const actions = useActions();
  const fps = useEditor((state) => state.document.settings.fps);
  const animated = prop !== undefined && (clip[KEYFRAMABLE[prop].field]?.length ?? 0) > 0 ? prop : null;
  const timeSec = useEditor(({ playheadSec }) =>
    animated === null ? 0 : Math.min(clip.duration, Math.max(0, Math.round((playheadSec - clip.start) * 1e3) / 1e3)),
  );
  const now = animated === null ? value : propertyValue(clip, animated, timeSec);

  function commands(next: unknown): Command[] {
    if (animated === null || typeof next !== 'number') return commandsFor(next);
    const { easing } = keyframeAt(clip, animated, timeSec, 1 / fps) ?? {};
    return [setKeyframe(clip, animated, { time: timeSec, value: next, ...(easing ? { easing } : {}) })];
  }

  return (
    <div className="flex items-center gap-0.5">
      <div className="min-w-0 grow">
        <SchemaField
          name={name}
          onChange={(next) => {
            const made = commands(next);
            if (made.length > 0) actions.run(title, made);
            else actions.drag(null);
          }}
          onPreview={(next) => actions.drag(next === undefined ? null : commands(next))}
          schema={schema}
          value={now}
        />
      </div>
      {prop && <KeyframeButton clip={clip} prop={prop} value={now} />}
    </div>
  );
}
