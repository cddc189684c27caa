import { FramemillError } from '@framemill/timeline';
import { changeApp } from '../../apps/review-app.ts';
import { isScope } from '../../auth/scopes.ts';
import type { AdminCommand } from '../define-command.ts';

/** Approves an app, or switches a suspended one on again. */
export const appApprove: AdminCommand = {
  noun: 'app',
  verb: 'approve',
  summary: 'Approve an app, or switch a suspended one on again',
  argument: 'appId',
  options: { scopes: { value: '<a,b,...>', description: 'Ceiling of its scopes; those it asked for when absent' } },
  run({ argument: id, options }, context) {
    const scopes = options.scopes?.split(',').map((name) => checkScope(name.trim()));
    return changeApp(context.database(), id, { status: 'approved', reviewNote: null, scopes });
  },
};

function checkScope(name: string): string {
  if (isScope(name)) return name;
  throw new FramemillError('invalid_request', `--scopes: "${name}" is no scope.`);
}
