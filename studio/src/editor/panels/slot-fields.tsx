import type { Clip, Command } from '@framemill/timeline';
import type { JsonSchema } from '../commands/registry.ts';
import { SchemaField } from '../commands/schema-field.tsx';
import { useActions, useEditor } from '../model/use-editor.ts';

const SCHEMAS: Record<'text' | 'color' | 'number', JsonSchema> = {
  text: { type: 'string', maxLength: 1_000 },
  color: { type: 'string', pattern: '^#[0-9a-fA-F]' },
  // Not a number: a slot takes a variable too.
  number: { type: 'string' },
};

/**
 * Section of an animation: a field for each slot of its file, and what of the file is not shown. An empty field shows
 * the value of the file. Nothing for other clips.
 */
export function SlotFields({ clip }: { clip: Clip }) {
  const record = useEditor(({ media }) => media.find(({ id, url }) => id === clip.src || url === clip.src));
  const actions = useActions();
  if (!record || record.slots.length + record.warnings.length === 0) return null;
  const commands = (id: string, value: unknown): Command[] => {
    const { [id]: _, ...others } = clip.slots ?? {};
    const slots = typeof value === 'string' ? { ...others, [id]: value } : others;
    return [{ op: 'updateClip', clipId: clip.id, patch: { slots } }];
  };
  return (
    <section aria-label="Animation">
      <h3 className="mb-1.5 text-[13px] font-semibold">Animation</h3>
      <div className="flex flex-col gap-1.5">
        {record.slots.map(({ id, type, value }) => (
          <SchemaField
            key={id}
            label={id}
            name="slot"
            onChange={(next) => actions.run(`Animation: ${id}`, commands(id, next))}
            onPreview={(next) => actions.drag(next === undefined ? null : commands(id, next))}
            schema={SCHEMAS[type]}
            value={clip.slots?.[id] ?? value}
          />
        ))}
        {record.warnings.map((warning) => (
          <p className="text-[13px] text-faint" key={warning}>
            {warning}
          </p>
        ))}
      </div>
    </section>
  );
}
