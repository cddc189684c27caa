import { Type } from '@framemill/timeline/typebox';
import { defineConsoleRoute } from '../../console/define-console-route.ts';

/** Route `GET /api/studio/welcome`: returns the data of the sign-in page. */
export const getWelcome = defineConsoleRoute({
  name: 'get-welcome',
  method: 'GET',
  path: '/api/studio/welcome',
  access: 'anyone',
  summary: 'What the sign-in page says',
  status: 200,
  answer: Type.Object({
    demoEmail: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'Address of the demo account that `npm start` made; null when there is none.',
    }),
  }),
  errors: [],
  examples: [{ title: 'Welcome' }],
  async handle(_call, { database: { client } }) {
    // Sign-ups never get this plan, so another account cannot pose as the demo account here.
    const demo = await client.account.findFirst({
      where: { email: { startsWith: 'demo-', endsWith: '@framemill.local' }, plan: 'self-hosted', name: 'Demo' },
      orderBy: { createdAt: 'desc' },
      select: { email: true },
    });
    return { demoEmail: demo?.email ?? null };
  },
});
