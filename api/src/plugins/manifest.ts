import type { Prisma } from '@framemill/infra';
import { FramemillError } from '@framemill/timeline';
import { Compile, type Static, Type } from '@framemill/timeline/typebox';
import { inputReader } from '../http/input.ts';

const slug = Type.String({
  pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
  minLength: 2,
  maxLength: 40,
  description: 'Its name in addresses: small letters, digits and dashes.',
});

/** Tool of a plugin's manifest. */
const ToolSchema = Type.Object(
  {
    name: Type.String({ pattern: '^[a-z0-9]+([_-][a-z0-9]+)*$', maxLength: 60 }),
    description: Type.String({ minLength: 1, maxLength: 1_000 }),
    inputSchema: Type.Object(
      { type: Type.Literal('object') },
      { additionalProperties: true, description: 'JSON Schema.' },
    ),
  },
  {
    examples: [
      {
        ...{ name: 'palette', description: 'Colours that go with one' },
        inputSchema: { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] },
      },
    ],
  },
);

/** Manifest of a plugin: a JSON file that describes it and that the operator registers. */
export const ManifestSchema = Type.Object({
  slug,
  name: Type.String({ minLength: 1, maxLength: 80, description: 'What people read.' }),
  description: Type.String({ minLength: 1, maxLength: 500, description: 'What it is for, in a sentence.' }),
  endpoint: Type.String({
    minLength: 1,
    maxLength: 500,
    description: 'Address at which tools are called: <endpoint>/<tool>.',
  }),
  tools: Type.Array(ToolSchema, {
    minItems: 1,
    maxItems: 50,
    description: 'Each with `name`, `description` and `inputSchema`, the JSON Schema that arguments are checked by.',
  }),
  marketplace: Type.Optional(
    Type.Boolean({
      description: 'true: others than the operator made it, and it needs the Creator plan. Default false.',
    }),
  ),
});
/** Manifest of a plugin; see `ManifestSchema`. */
export type Manifest = Static<typeof ManifestSchema>;

const read = inputReader(ManifestSchema, 'body');

/** Parses a manifest. Throws `invalid_request` that names the problem. */
export function readManifest(text: string): Manifest {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new FramemillError('invalid_request', 'The manifest is not JSON. Correct it.', {}, { cause });
  }
  const manifest = read(json);
  for (const { name, inputSchema } of manifest.tools) {
    try {
      Compile(inputSchema);
    } catch (cause) {
      throw new FramemillError(
        'invalid_request',
        `The inputSchema of the tool ${name} is not a valid JSON Schema. Correct it.`,
        {},
        { cause },
      );
    }
  }
  return manifest;
}

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
