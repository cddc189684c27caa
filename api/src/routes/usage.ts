import { defineRoute } from '../routing/define-route.ts';
import { UsageRecordSchema, usageRecord } from '../usage/usage-record.ts';

/** Route that returns the account's usage of the current month: GET /v1/usage. */
export const usage = defineRoute({
  name: 'usage',
  method: 'GET',
  path: '/usage',
  scope: 'account.read',
  summary: 'Usage of the present month',
  description: 'Requests, renders, credits and storage of the account in its present month, together and by day.',
  status: 200,
  answer: UsageRecordSchema,
  errors: [],
  examples: [{ title: 'This month' }],
  async handle({ caller }, deps) {
    // Include counts that this process has not yet stored, usually the caller's own request.
    await deps.requestCounter.flush();
    return usageRecord(deps, caller.accountId);
  },
});
