import { Type } from '@framemill/timeline/typebox';
import { DestinationRecordSchema } from '../../destinations/destination-record.ts';
import { me } from '../../routes/account.ts';
import { listDestinations } from '../../routes/destinations.ts';
import { askJson, queryOf } from '../ask-route.ts';
import { defineTool, reading } from '../tool.ts';

const { id, name, kind, fileName, checkedAt } = DestinationRecordSchema.properties;
const shown = { id, name, kind, fileName, checkedAt };

export const listDestinationsTool = defineTool({
  name: 'list_destinations',
  title: 'Where files can be sent',
  description:
    'The places that a person has added, for `destination` of `start_render` and `start_batch`: their names and ' +
    'kinds, neither addresses nor credentials. `deliveries` of `get_render` tells whether the files are there.',
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

export const getAccount = defineTool({
  name: 'get_account',
  title: 'Account',
  description:
    'The account: plan, credits that are left, exports of the month, limits, and what this credential may do.',
  route: me,
  scope: 'account.read',
  input: Type.Object({}),
  output: me.answer,
  annotations: reading,
  run: async (_input, context) => ({ data: await askJson(context, { method: 'GET', url: '/v1/me' }) }),
});
