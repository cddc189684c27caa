import { describe, expect, it } from 'vitest';
import { actionLabel, actorText, detailText } from './audit-words.ts';

const names: Record<string, string> = { studio: 'Studio', team: 'Team' };
const detail = (values: NonNullable<Parameters<typeof detailText>[0]['detail']>) =>
  detailText({ detail: values }, (id) => names[id] ?? id);

describe('the words of the audit log', () => {
  it('name actions, also those of a later version', () => {
    expect(actionLabel('account.suspend')).toBe('Account suspended');
    expect(actionLabel('render.hide')).toBe('Render hide');
  });

  it.each([
    [{ kind: 'operator', id: 'acc_1', email: 'ann@example.org' }, 'ann@example.org'],
    [{ kind: 'operator', id: 'root', email: null }, 'root, on the command line'],
    [{ kind: 'operator', id: null, email: null }, 'Erased operator'],
    [{ kind: 'session', id: 'acc_1', email: 'ann@example.org' }, 'ann@example.org'],
    [{ kind: 'session', id: null, email: null }, 'Erased account'],
    [{ kind: 'api_key', id: 'key_1', email: null }, 'API key'],
    [{ kind: 'oauth', id: 'app_1', email: null }, 'Authorised app'],
  ])('say who it was: %j', (actor, words) => {
    expect(actorText(actor)).toBe(words);
  });

  it('tell the values of an action', () => {
    expect(detail({ plan: 'team', before: 'studio' })).toBe('Studio to Team');
    expect(detail({ plan: 'studio', role: 'user' })).toBe('Studio');
    expect(detail({ plan: 'studio', role: 'admin' })).toBe('Studio, Operator');
    expect(detail({ role: 'user' })).toBe('No operator');
    expect(detail({ credits: 250, reason: 'a gift' })).toBe('+250, a gift');
    expect(detail({ limits: {} })).toBe('Plan limits');
    expect(detail({ limits: { concurrentRenders: 50, exportsPerMonth: null, maxProjects: 0 } })).toBe(
      'Renders at the same time: 50, Renders per month: Unlimited, Projects: None',
    );
    expect(detail({ until: '2026-11-21T10:00:00Z', reason: 'unpaid' })).toMatch(/^Until 2[012] Nov 2026, .*, unpaid$/);
    expect(detail({ until: null, reason: null })).toBe('');
    expect(detailText({ detail: null }, String)).toBe('');
  });
});
