import { FramemillError } from '@framemill/timeline';
import { changeApp } from '../../apps/review-app.ts';
import type { AdminCommand } from '../define-command.ts';

/** Limits an app to 6 requests a minute, or ends that. */
export const appThrottle: AdminCommand = {
  noun: 'app',
  verb: 'throttle',
  summary: 'Limit an app to 6 requests a minute, or with --to off no more',
  argument: 'appId',
  options: { to: { value: 'on|off', description: 'on when absent' } },
  run({ argument: id, options: { to = 'on' } }, context) {
    if (to !== 'on' && to !== 'off') {
      throw new FramemillError('invalid_request', `--to must be on or off (got "${to}").`);
    }
    return changeApp(context.database(), id, { throttled: to === 'on' });
  },
};
