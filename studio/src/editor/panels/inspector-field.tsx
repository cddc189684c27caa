import { type Clip, type Command, KEYFRAMABLE, type KeyframableProp } from '@framemill/timeline';
import type { JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';
import { keyframeAt, propertyValue, setKeyframe } from '../timeline/keyframe-commands.ts';
import { KeyframeButton } from './keyframe-button.tsx';

interface InspectorFieldProps {
  /** Clips that are edited together, at least one. */
  clips: readonly Clip[];
  name: string;
  schema: JsonSchema;
  /** Property that keyframes of this field animate; absent for fields without keyframes. */
  prop?: KeyframableProp | undefined;
  /** Label of an edit in the history. */
  title: string;
  /** Returns the value of the field of a clip. */
  valueIn(clip: Clip): unknown;
  /** Returns the commands that set the field of clips; an empty list for a value that changes nothing. */
  commandsFor(clips: readonly Clip[], value: unknown): Command[];
}

/**
 * Field of clips in the inspector. While the user drags its control, the editor shows the result; the drag is one undo
 * step, for all clips. For a clip with keyframes, the field has the value at the playhead, and changing it sets a
 * keyframe there.
 */
export function InspectorField({ clips, name, schema, prop, title, valueIn, commandsFor }: InspectorFieldProps) {
  const actions = useActions();
  const fps = useEditor((state) => state.document.settings.fps);
  const isAnimated = (clip: Clip) => prop !== undefined && (clip[KEYFRAMABLE[prop].field]?.length ?? 0) > 0;
  const hasAnimated = clips.some(isAnimated);
  const playheadSec = useEditor((state) => (hasAnimated ? state.playheadSec : 0));
  const timeIn = ({ start, duration }: Clip) =>
    Math.min(duration, Math.max(0, Math.round((playheadSec - start) * 1e3) / 1e3));
  const values = clips.map((clip) =>
    prop !== undefined && isAnimated(clip) ? propertyValue(clip, prop, timeIn(clip)) : valueIn(clip),
  );
  const [value] = values;
  const [only] = clips.length === 1 ? clips : [];

  function commands(next: unknown): Command[] {
    if (prop === undefined || typeof next !== 'number' || !hasAnimated) return commandsFor(clips, next);
    const keyframes = clips.filter(isAnimated).map((clip) => {
      const time = timeIn(clip);
      const { easing } = keyframeAt(clip, prop, time, 1 / fps) ?? {};
      return setKeyframe(clip, prop, { time, value: next, ...(easing ? { easing } : {}) });
    });
    const others = clips.filter((clip) => !isAnimated(clip));
    return others.length === 0 ? keyframes : [...keyframes, ...commandsFor(others, next)];
  }

  return (
    <div className="flex items-center gap-0.5">
      <div className="min-w-0 grow">
        <SchemaField
          isMixed={values.some((one) => !isSame(one, value))}
          name={name}
          onChange={(next) => {
            const made = commands(next);
            if (made.length > 0) actions.run(title, made);
            else actions.drag(null);
          }}
          onPreview={(next) => actions.drag(next === undefined ? null : commands(next))}
          schema={schema}
          value={value}
        />
      </div>
      {prop && only && <KeyframeButton clip={only} prop={prop} value={value} />}
    </div>
  );
}

function isSame(a: unknown, b: unknown): boolean {
  return Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
}
