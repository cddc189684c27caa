import type { Prisma } from '@framemill/infra';
import { type Static, Type } from '@framemill/timeline/typebox';
import { ToolSchema } from './manifest.ts';

/** Plugin as API responses show it. */
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

/** Builds the record of a plugin row; see `PluginRecordSchema`. */
export function pluginRecord(row: Prisma.PluginGetPayload<object>): Static<typeof PluginRecordSchema> {
  const { slug, name, description, marketplace } = row;
  return { slug, name, description, planRequired: marketplace ? 'creator' : null, tools: toolsOf(row) };
}

/** Returns the tools of a plugin, which were validated at its registration. */
export function toolsOf({ tools }: Pick<Prisma.PluginGetPayload<object>, 'tools'>): Static<typeof ToolSchema>[] {
  return tools as unknown as Static<typeof ToolSchema>[];
}
