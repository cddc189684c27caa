import { type Document, DocumentSchema } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';

/** A project's document as answers show it: open at every depth, since answers may get further fields. */
export const DocumentViewSchema = Type.Unsafe<Document>({
  ...JSON.parse(JSON.stringify(DocumentSchema, opened)),
  title: 'Document',
  description: 'The document as it is stored; commands change it. Times in seconds, places in pixels from the centre.',
});

/** What of a schema is kept: all but what closes objects. OpenAPI 3.1 calls the items of a tuple `prefixItems`. */
function opened(key: string, value: unknown): unknown {
  if (value === false && (key === 'additionalProperties' || key === 'additionalItems')) return undefined;
  if (typeof value !== 'object' || value === null || !('items' in value) || !Array.isArray(value.items)) return value;
  const { items, ...tuple } = value;
  return { ...tuple, prefixItems: items };
}
