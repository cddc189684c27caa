import { changeApp } from '../../apps/review-app.ts';
import type { AdminCommand } from '../define-command.ts';

/** Rejects an app in review. Its developer can change it and submit it again. */
export const appReject: AdminCommand = {
  noun: 'app',
  verb: 'reject',
  summary: 'Reject an app in review; it can be changed and submitted again',
  argument: 'appId',
  options: { reason: { value: '<text>', description: 'Shown to the developer', required: true } },
  async run({ argument: id, options }, context) {
    return changeApp(await context.database(), id, { status: 'rejected', reviewNote: options.reason });
  },
};
