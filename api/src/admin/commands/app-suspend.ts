import { changeApp } from '../../apps/review-app.ts';
import type { AdminCommand } from '../define-command.ts';

/** Suspends an app: its keys and tokens are refused. */
export const appSuspend: AdminCommand = {
  noun: 'app',
  verb: 'suspend',
  summary: 'Switch an app off; its keys and tokens are refused within 5 s',
  argument: 'appId',
  options: { reason: { value: '<text>', description: 'Shown to the developer' } },
  async run({ argument: id, options }, context) {
    return changeApp(await context.database(), id, { status: 'suspended', reviewNote: options.reason ?? null });
  },
};
