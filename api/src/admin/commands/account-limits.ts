import { MAX_UPLOAD_MB } from '@framemill/compositor/catalog';
import { Prisma } from '@framemill/infra';
import { type LimitName, limitFields, ownLimits } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { upgradeMonthlyCredits } from '../../credits/monthly-credits.ts';
import { lockAccountRow } from '../../database/lock-account-row.ts';
import { MAX_IMPORT_MB } from '../../media/size-limits.ts';
import type { AdminCommand } from '../define-command.ts';
import { wholeNumber } from '../whole-number.ts';

/** Limit that each option sets. The rate limit has its own command, "account rate". */
const optionLimits: Record<string, LimitName> = {
  concurrent: 'concurrentRenders',
  exports: 'exportsPerMonth',
  projects: 'maxProjects',
  height: 'maxExportHeight',
  'upload-mb': 'maxUploadMb',
  credits: 'creditsPerMonth',
  'storage-gb': 'storageGb',
};

/**
 * Gives an account its own limits in place of its plan's.
 * Its keys follow within 5 s; renders in progress keep the limits they were admitted with.
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
    const { client } = await context.database();
    return client.$transaction(async (tx) => {
      await lockAccountRow(tx, id);
      const account = await tx.account.findUnique({ where: { id } });
      if (account === null) throw new FramemillError('not_found', `There is no account ${id}. See "account list".`);
      const merged = Object.entries({ ...ownLimits(account.limits), ...Object.fromEntries(changes) });
      const own = Object.fromEntries(merged.filter(([, value]) => value !== undefined));
      const limits = Object.keys(own).length === 0 ? Prisma.DbNull : own;
      await upgradeMonthlyCredits(tx, context.plans, account, { ...account, limits: own }, new Date());
      await tx.account.update({ where: { id }, data: { limits } });
      return { id, plan: account.plan, own, limits: context.plans.of({ ...account, limits: own }) };
    });
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
