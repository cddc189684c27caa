import { Type } from '@framemill/timeline/typebox';
import { me } from '../../routes/me.ts';
import { askJson } from '../ask-route.ts';
import { defineTool } from '../define-tool.ts';
import { reading } from '../tool.ts';

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
