import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `GET /api/developer/agreement`: returns when the account accepted the developer agreement. */
export const getAgreement = defineConsoleRoute({
  name: 'get-agreement',
  method: 'GET',
  path: '/api/developer/agreement',
  access: 'session',
  summary: 'When the account accepted the developer agreement',
  status: 200,
  answer: Type.Object({
    acceptedAt: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      format: 'date-time',
      description: 'null: not yet.',
    }),
  }),
  errors: [],
  examples: [{ title: 'When' }],
  async handle({ session }, { database: { client } }) {
    const where = { id: session.accountId };
    const { developerAgreementAt } = await client.account.findUniqueOrThrow({ where });
    return { acceptedAt: developerAgreementAt?.toISOString() ?? null };
  },
});
