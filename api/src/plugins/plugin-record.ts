import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
import { ToolSchema } from './manifest.ts';

/** A plugin as answers show it. */
export const PluginRecordSchema = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  planRequired: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Smallest plan that may use it; null: every plan.',
  }),
  tools: Type.Array(ToolSchema),
});

/** See `PluginRecordSchema`. */
export function pluginRecord(row: Prisma.PluginGetPayload<object>): Static<typeof PluginRecordSchema> {
  const { slug, name, description, marketplace } = row;
  return { slug, name, description, planRequired: marketplace ? 'creator' : null, tools: toolsOf(row) };
}

/** The tools of a plugin; they were checked when it was registered. */
export function toolsOf({ tools }: Pick<Prisma.PluginGetPayload<object>, 'tools'>): Static<typeof ToolSchema>[] {
  return tools as unknown as Static<typeof ToolSchema>[];
}
