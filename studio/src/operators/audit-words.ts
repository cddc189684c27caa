import { momentText } from '../ui/format.ts';
import { limitLabel, limitText, wordsOf } from '../ui/labels.ts';
import type { AuditAction, AuditEntry } from './operator-queries.ts';

/** Labels of the actions that the audit log records. */
export const AUDIT_ACTIONS: Record<AuditAction, string> = {
  'account.create': 'Account created',
  'account.plan': 'Plan changed',
  'account.limits': 'Limits changed',
  'account.credits': 'Credits added',
  'account.password': 'Password changed',
  'account.role': 'Role changed',
  'account.suspend': 'Account suspended',
  'account.ban': 'Account banned',
  'account.resume': 'Account resumed',
  'account.export': 'Account exported',
  'account.erase': 'Account erased',
  'render.delete': 'Render deleted',
  'embed.create': 'Editor session created',
  'embed.delete': 'Editor session ended',
  'review.create': 'Review link created',
  'review.delete': 'Review link deleted',
  erased: 'Removed with its account',
};

/** Returns the label of an action: `Account suspended` for `account.suspend`. */
export function actionLabel(action: string): string {
  const labels: Record<string, string> = AUDIT_ACTIONS;
  return labels[action] ?? wordsOf(action.replaceAll('.', ' '));
}

const CREDENTIALS: Record<string, string> = { api_key: 'API key', oauth: 'Authorised app', embed: 'Embedded editor' };

/** Returns who did something, in words: the address of an account, or the kind of credential or operator. */
export function actorText({ kind, id, email }: AuditEntry['actor']): string {
  if (kind === 'session') return email ?? 'Erased account';
  if (kind !== 'operator') return CREDENTIALS[kind] ?? wordsOf(kind);
  if (email !== null) return email;
  return id === null || id.startsWith('acc_') ? 'Erased operator' : `${id}, on the command line`;
}

/**
 * Returns the values of an action in words: `Studio to Team`, or `Until 21 Nov 2026, 10:00: unpaid`. `planName` returns
 * the name of a plan. Empty for an action without values.
 */
export function detailText({ detail }: Pick<AuditEntry, 'detail'>, planName: (id: string) => string): string {
  if (detail === null) return '';
  const { plan, before, role, credits, limits, until, reason } = detail;
  const parts: string[] = [];
  if (plan !== undefined)
    parts.push(before === undefined ? planName(plan) : `${planName(before)} to ${planName(plan)}`);
  if (role === 'admin') parts.push('Operator');
  else if (role !== undefined && plan === undefined) parts.push('No operator');
  if (credits !== undefined) parts.push(`${credits > 0 ? '+' : ''}${credits}`);
  if (limits !== undefined) parts.push(limitsText(limits));
  if (until) parts.push(`Until ${momentText(until)}`);
  if (reason) parts.push(reason);
  return parts.join(', ');
}

function limitsText(limits: Readonly<Record<string, number | null>>): string {
  const parts = Object.entries(limits).map(([name, value]) => `${limitLabel(name)}: ${limitText(value)}`);
  return parts.length === 0 ? 'Plan limits' : parts.join(', ');
}
