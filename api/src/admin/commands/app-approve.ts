import { changeApp } from '../../apps/review-app.ts';
import type { AdminCommand } from '../define-command.ts';
import { readScopes } from '../read-scopes.ts';

/** Approves an app in review, changes the scope ceiling of an approved app, or reactivates a suspended one. */
export const appApprove: AdminCommand = {
  noun: 'app',
  verb: 'approve',
  summary: 'Approve an app in review, or switch a suspended one on again',
  argument: 'appId',
  options: { scopes: { value: '<a,b,...>', description: 'Ceiling of its scopes; those it asked for when absent' } },
  async run({ argument: id, options }, context) {
    const scopes = readScopes(options.scopes);
    return changeApp(await context.database(), id, { status: 'approved', reviewNote: null, scopes });
  },
};
