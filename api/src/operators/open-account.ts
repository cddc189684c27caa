import { randomBytes } from 'node:crypto';
import type { Database } from '@framemill/infra';
import { hasFeature, type Plan, type PlanFeature, type Plans, planFeatures } from '@framemill/scheduler';
import { createAccount } from '../account/create-account.ts';
import { recordAudit } from '../audit/audit-log.ts';
import { requireApiAccess } from '../auth/authenticate.ts';
import type { KeyEnvironment } from '../auth/caller.ts';
import { issueKeyIn } from '../auth/issue-key.ts';
import { scopeNames } from '../auth/scopes.ts';
import { newId } from '../ids.ts';
import { entryOf } from './restrict-account.ts';

/** Account that an operator opens for somebody. `email` must already be normalised. */
export interface AccountToOpen {
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: 'admin' | 'user';
  /** Password for signing in; null: one is generated. */
  readonly password: string | null;
  /** Environments of the keys to create; null: live if the plan includes live keys, otherwise test. */
  readonly environments: readonly KeyEnvironment[] | null;
}

/** Opened account. The service stores neither the generated password nor the texts of the keys. */
export interface OpenedAccount {
  readonly id: string;
  readonly createdAt: Date;
  /** Generated password; null: the operator gave one. */
  readonly password: string | null;
  /** Keys of the account's default app, with all scopes. */
  readonly keys: readonly { readonly environment: KeyEnvironment; readonly key: string }[];
}

/**
 * Creates an account with its plan's credits for the first month, and a default app that owns its keys. `actor` is the
 * operator for the audit log. Throws `plan_required` for a live key on a plan without live keys, and `AddressTaken`;
 * nothing is created then.
 */
export async function openAccount(
  deps: { readonly database: Database; readonly plans: Plans },
  { email, name, plan, role, password, environments }: AccountToOpen,
  actor: string,
): Promise<OpenedAccount> {
  const wanted: readonly KeyEnvironment[] = environments ?? [hasFeature(plan, 'api_access') ? 'live' : 'test'];
  // Refused before the account is created, not at the first call with the key.
  if (wanted.includes('live')) requireApiAccess(plan);
  const generated = password === null ? randomBytes(12).toString('base64url') : null;
  const appId = newId('app');
  const keys: { environment: KeyEnvironment; key: string }[] = [];
  const account = await createAccount(deps, {
    ...{ email, name, plan, role, password: password ?? generated },
    async along(tx, accountId) {
      await tx.app.create({ data: { id: appId, accountId, name: 'Default', scopes: scopeNames } });
      await recordAudit(tx, entryOf({ id: accountId, actor }, 'account.create', { plan: plan.id, role }));
      // In the same transaction: a failure later would lose the password, and leave the address taken.
      for (const environment of wanted)
        keys.push({
          environment,
          key: (await issueKeyIn(tx, { accountId, appId, environment, scopes: scopeNames })).key,
        });
    },
  });
  return { id: account.id, createdAt: account.createdAt, password: generated, keys };
}

const lacks: Record<PlanFeature, string> = {
  ai_console: 'no planner',
  no_watermark: 'videos carry a watermark',
  api_access: 'no live keys (only test keys, which return sample videos)',
  priority_renders: 'no priority for its renders',
  marketplace_plugins: 'no plugins of the marketplace',
  gated_ops: 'no runScript and importTimeline',
  organisations: 'no organisations',
};

/** Lists what a plan lacks, in words. Empty for a plan with all features. */
export function planGaps(plan: Plan): string[] {
  return planFeatures.filter((feature) => !plan.features.includes(feature)).map((feature) => lacks[feature]);
}
