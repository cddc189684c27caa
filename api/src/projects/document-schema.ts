import { type Document, DocumentSchema } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';

/** JSON Schema of a project's document in answers. It is open at every depth, since answers may get further fields. */
export const DocumentViewSchema = Type.Unsafe<Document>({
  ...JSON.parse(JSON.stringify(DocumentSchema, opened)),
  title: 'Document',
  description: 'The document as it is stored; commands change it. Times in seconds, places in pixels from the centre.',
});

/**
 * Removes the keywords that close objects from a schema, and renames the items of a tuple to `prefixItems`, as OpenAPI
 * 3.1 requires.
 */
function opened(key: string, value: unknown): unknown {
  if (value === false && (key === 'additionalProperties' || key === 'additionalItems')) return undefined;
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items)) return value;
  const { items, ...tuple } = value;
  return { ...tuple, prefixItems: items };
}
