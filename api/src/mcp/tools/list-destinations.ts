import { Type } from '@framemill/timeline/typebox';
import { DestinationRecordSchema } from '../../destinations/destination-record.ts';
import { listDestinations } from '../../routes/list-destinations.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

const { id, name, kind, fileName, checkedAt } = DestinationRecordSchema.properties;
const shown = { id, name, kind, fileName, checkedAt };

export const listDestinationsTool = defineTool({
  name: 'list_destinations',
  title: 'Where files can be sent',
  description:
    'The places that a person has added, for `destination` of `start_render` and `start_batch`: their names and kinds, neither addresses nor credentials. ' +
    '`deliveries` of `get_render` tells whether the files are there.',
  route: listDestinations,
  scope: 'render.read',
  input: Type.Object({
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default 50.' })),
    cursor: Type.Optional(Type.String({ maxLength: 500, description: '`nextCursor` of the page before.' })),
  }),
  output: Type.Object({
    destinations: Type.Array(Type.Object(shown)),
    nextCursor: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  }),
  annotations: reading,
  async run(input, context) {
    const answer = await askJson(context, { method: 'GET', url: `/v1/destinations${queryOf(input)}` });
    const { destinations, nextCursor } = answer as { destinations: Record<string, unknown>[]; nextCursor: unknown };
    const fields = Object.keys(shown);
    const listed = destinations.map((one) => Object.fromEntries(fields.map((field) => [field, one[field]])));
    return { data: { destinations: listed, nextCursor } };
  },
});
