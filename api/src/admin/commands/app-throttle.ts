import { changeApp } from '../../apps/review-app.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf } from '../one-of.ts';

/** Throttles an app to 6 requests a minute, or ends the throttling. */
export const appThrottle: AdminCommand = {
  noun: 'app',
  verb: 'throttle',
  summary: 'Limit an app to 6 requests a minute, or with --to off no more',
  argument: 'appId',
  options: { to: { value: 'on|off', description: 'on when absent' } },
  async run({ argument: id, options: { to = 'on' } }, context) {
    const throttled = oneOf('to', to, ['on', 'off']) === 'on';
    return changeApp(await context.database(), id, { throttled });
  },
};
