import type { Database } from '@framemill/infra';
import { recordEvent } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { appRecord, appStates } from '../../apps/app-record.ts';
import type { AdminCommand } from '../define-command.ts';
import { oneOf, readScopes } from '../option-values.ts';

/** Changes that an operator makes to an app. Absent fields keep their values. */
export interface AppChange {
  status?: 'approved' | 'rejected' | 'suspended';
  reviewNote?: string | null;
  scopes?: string[];
  throttled?: boolean;
}

/**
 * Changes an app and returns its record. Running services apply the change within 5 s.
 * A suspension is published as the event `app.suspended`. Throws `not_found`. Throws `invalid_request` when an app is
 * approved or rejected in a state that does not allow it, for example a draft.
 */
export function changeApp({ client }: Database, id: string, change: AppChange) {
  return client.$transaction(async (tx) => {
    // Locked until the transaction ends: the developer may submit the app, or another operator decide, at the same
    // time.
    await tx.$queryRaw`SELECT 1 FROM "App" WHERE "id" = ${id} FOR UPDATE`;
    const before = await tx.app.findUnique({ where: { id }, select: { status: true } });
    if (!before) throw new FramemillError('not_found', `There is no app ${id}. See "app list".`);
    if (change.status === 'approved' || change.status === 'rejected') checkVerdict(before.status, change.status);
    const row = await tx.app.update({ where: { id }, data: change });
    const { accountId, name, status } = row;
    if (status === 'suspended' && before.status !== status) {
      await recordEvent(tx, { type: 'app.suspended', accountId, appId: id, payload: { id, name, status } });
    }
    return appRecord(row);
  });
}

// Approving also changes the scope ceiling of an approved app, and reactivates a suspended one.
const verdictStates = { approved: ['in_review', 'approved', 'suspended'], rejected: ['in_review'] };

function checkVerdict(status: string, verdict: keyof typeof verdictStates): void {
  if (verdictStates[verdict].includes(status)) return;
  const remedies: Record<string, string> = {
    approved: 'To block it, run "app suspend".',
    suspended: 'It stays suspended until you run "app approve".',
  };
  const remedy = remedies[status] ?? 'Its developer must submit it first.';
  throw new FramemillError('invalid_request', `The app is ${status}, not in review. ${remedy}`);
}

/** Lists apps, newest first. */
export const appList: AdminCommand = {
  noun: 'app',
  verb: 'list',
  summary: 'List apps; with --status in_review those that wait for a review',
  argument: null,
  options: { status: { value: '<status>', description: appStates.join(', ') } },
  async run({ options }, context) {
    const status = options.status === undefined ? undefined : oneOf('status', options.status, appStates);
    const rows = await (await context.database()).client.app.findMany({
      where: { status },
      orderBy: { createdAt: 'desc' },
      take: 1_000,
    });
    return rows.map(({ id, accountId, name, status, scopes, throttled, createdAt }) => {
      return { id, accountId, name, status, scopes: scopes.join(','), throttled, createdAt: createdAt.toISOString() };
    });
  },
};

/** Approves an app in review, changes the scopes that an approved app may grant, or reactivates a suspended app. */
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
