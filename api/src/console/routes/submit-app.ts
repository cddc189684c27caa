import { FramemillError } from '@framemill/timeline';
import { Type } from '@framemill/timeline/typebox';
import { AppSchema, appRecord, openStates } from '../../apps/app-record.ts';
import { IdParams } from '../../projects/fields.ts';
import { defineConsoleRoute } from '../define-console-route.ts';

/** Route `POST /api/developer/apps/{id}/submit`: submits a draft or rejected app for review. */
export const submitApp = defineConsoleRoute({
  name: 'submit-app',
  method: 'POST',
  path: '/api/developer/apps/:id/submit',
  access: 'session',
  summary: 'Hand a draft or rejected app in for review',
  params: IdParams,
  status: 200,
  answer: Type.Object({ app: AppSchema }),
  errors: ['not_found'],
  conflicts: ['app_reviewed'],
  examples: [{ title: 'Submit' }],
  async handle({ params: { id }, session: { accountId } }, { database: { client } }) {
    const { count } = await client.app.updateMany({
      where: { id, accountId, status: { in: openStates } },
      data: { status: 'in_review' },
    });
    const row = await client.app.findFirst({ where: { id, accountId } });
    if (!row) throw new FramemillError('not_found', `There is no app ${id}.`);
    if (count === 0) {
      const message = `The app is ${row.status}. Only drafts and rejected apps can be submitted.`;
      throw new FramemillError('invalid_request', message, { conflictCode: 'app_reviewed' });
    }
    return { app: appRecord(row) };
  },
});
