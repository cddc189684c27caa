import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/agreement`: accepts the developer agreement. */
export const acceptAgreement = defineConsoleRoute({
  name: 'accept-agreement',
  method: 'POST',
  path: '/api/developer/agreement',
  access: 'session',
  summary: 'Accept the developer agreement; the first time counts',
  body: Type.Object({ accept: Type.Literal(true) }),
  status: 200,
  answer: Type.Object({ acceptedAt: Type.String({ format: 'date-time' }) }),
  errors: [],
  examples: [{ title: 'Accept', body: { accept: true } }],
  async handle({ session }, { database: { client } }) {
    const where = { id: session.accountId };
    await client.account.updateMany({
      where: { ...where, developerAgreementAt: null },
      data: { developerAgreementAt: new Date() },
    });
    const { developerAgreementAt } = await client.account.findUniqueOrThrow({ where });
    return { acceptedAt: (developerAgreementAt ?? new Date()).toISOString() };
  },
});
