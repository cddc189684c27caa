import { MAX_UPLOAD_MB } from '@framemill/compositor/formats';
import { type LimitName, limitFields, ownLimits } from '@framemill/scheduler';
import { accountNotFound } from '../../account/account-facts.ts';
import { operatorActor, recordAudit } from '../../audit/audit-log.ts';
import { addCredits, creditBalance } from '../../credits/ledger.ts';
import { grantMonthlyCredits } from '../../credits/monthly-credits.ts';
import { MAX_IMPORT_MB } from '../../media/fetch-media.ts';
import { type AccountChange, changeAccount } from '../../operators/change-account.ts';
import { entryOf } from '../../operators/restrict-account.ts';
import type { AdminCommand, AdminContext } from '../define-command.ts';
import { planNamed, wholeNumber } from '../option-values.ts';

/** Moves an account to another plan, as `changeAccount` does. */
export const accountPlan: AdminCommand = {
  noun: 'account',
  verb: 'plan',
  summary: 'Put an account on another plan',
  argument: 'accountId',
  options: { plan: { value: '<plan>', description: 'One of "plan list"', required: true } },
  async run({ argument: id, options }, context) {
    const wanted = planNamed(context.plans, options.plan);
    const { plan, before } = await change(context, id, { plan: wanted });
    return { id, plan, before };
  },
};

async function change(context: AdminContext, id: string, what: AccountChange) {
  const deps = { database: await context.database(), plans: context.plans };
  return changeAccount(deps, { id, actor: operatorActor() }, what);
}

/** Adds credits to an account, in addition to the monthly credits of its plan, and returns the new balance. */
export const accountCredits: AdminCommand = {
  noun: 'account',
  verb: 'credits',
  summary: 'Add credits to an account; they stay until they are spent',
  argument: 'accountId',
  options: {
    add: { value: '<n>', description: 'How many, 1-1000000', required: true },
    reason: { value: '<text>', description: 'Kept in the ledger; "top-up" when absent' },
  },
  async run({ argument: id, options }, context) {
    const added = wholeNumber('add', options.add, 1, 1_000_000);
    const database = await context.database();
    const account = await database.client.account.findUnique({ where: { id } });
    if (account === null) throw accountNotFound(id);
    const reason = options.reason ?? 'top-up';
    const entry = entryOf({ id, actor: operatorActor() }, 'account.credits', { credits: added, reason });
    const remaining = await database.client.$transaction(async (tx) => {
      // First, because it may lock the account's row, which is always locked before the account's totals.
      await grantMonthlyCredits(tx, context.plans, account, new Date());
      await addCredits(tx, { accountId: id, credits: added, reason });
      await recordAudit(tx, entry);
      return creditBalance(tx, id);
    });
    return { id, added, remaining };
  },
};

/** Sets an account's own rate limit in requests per minute, or restores the rate limit of the account's plan. */
export const accountRate: AdminCommand = {
  noun: 'account',
  verb: 'rate',
  summary: 'Give an account its own rate limit, within 5 s',
  argument: 'accountId',
  options: {
    to: { value: '<n>|plan', description: 'Requests a minute, 1-1000000; plan: as its plan says', required: true },
  },
  async run({ argument: id, options: { to } }, context) {
    const requestsPerMinute = to === 'plan' ? null : wholeNumber('to', to, 1, 1_000_000);
    await change(context, id, {
      limits: ({ requestsPerMinute: _, ...own }) => (requestsPerMinute === null ? own : { ...own, requestsPerMinute }),
    });
    return { id, requestsPerMinute };
  },
};

/**
 * Maps the options of `account limits` to the limits that they set. The rate limit has its own command, `account rate`.
 */
const optionLimits: Record<string, LimitName> = {
  concurrent: 'concurrentRenders',
  exports: 'exportsPerMonth',
  projects: 'maxProjects',
  height: 'maxExportHeight',
  'upload-mb': 'maxUploadMb',
  credits: 'creditsPerMonth',
  'storage-gb': 'storageGb',
  'kept-days': 'exportsKeptDays',
};

/**
 * Gives an account limits of its own, which replace those of its plan, or restores limits of the plan.
 * The account's API keys have the new limits within 5 s; renders in progress keep the limits they were admitted with.
 */
export const accountLimits: AdminCommand = {
  noun: 'account',
  verb: 'limits',
  summary: "Give an account limits of its own in place of its plan's, within 5 s",
  argument: 'accountId',
  options: Object.fromEntries(
    Object.entries(optionLimits).map(([option, name]) => {
      const { orNull, meaning } = limitFields[name];
      const also =
        option === 'upload-mb' ? ` (never more than ${MAX_UPLOAD_MB} uploaded, ${MAX_IMPORT_MB} imported)` : '';
      return [option, { value: orNull ? '<n>|none|plan' : '<n>|plan', description: `${meaning}${also}` }];
    }),
  ),
  async run({ argument: id, options }, context) {
    const changes = Object.entries(options).map(
      ([option, text]) => [limitOf(option), readLimit(option, text)] as const,
    );
    const { plan, own, limits } = await change(context, id, {
      limits: (before) => {
        const merged = Object.entries({ ...before, ...Object.fromEntries(changes) });
        return ownLimits(Object.fromEntries(merged.filter(([, value]) => value !== undefined)));
      },
    });
    return { id, plan, own, limits };
  },
};

function limitOf(option: string): LimitName {
  const name = optionLimits[option];
  if (name === undefined) throw new Error(`There is no option --${option}.`);
  return name;
}

/** Parses the value of an option. Returns null for unlimited, undefined for the plan's limit. */
function readLimit(option: string, text: string | undefined): number | null | undefined {
  const { least, most, orNull } = limitFields[limitOf(option)];
  if (text === 'plan') return undefined;
  if (text === 'none' && orNull) return null;
  return wholeNumber(option, text, least, most, orNull ? ['none', 'plan'] : ['plan']);
}
