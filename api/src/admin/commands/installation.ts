import { createLogger } from '@framemill/infra';
import { sweepStore } from '@framemill/scheduler';
import { FramemillError } from '@framemill/timeline';
import { resealSecrets } from '../../secrets/reseal-secrets.ts';
import type { AdminCommand } from '../define-command.ts';

/** Lists the plans. With `--json` the output has the format of PLANS_FILE. */
export const planList: AdminCommand = {
  noun: 'plan',
  verb: 'list',
  summary: 'List the plans; with --json as PLANS_FILE takes them',
  argument: null,
  options: {},
  run: async (_input, { plans }) => plans.list,
};

/**
 * Runs the scheduler's garbage collection once, over the whole object store: deletes objects and database rows that are
 * no longer needed. The command may run while all services run. Throws `unavailable` when a part of it failed.
 */
export const gcRun: AdminCommand = {
  noun: 'gc',
  verb: 'run',
  summary: 'Remove what nobody needs any more, now',
  argument: null,
  options: {},
  async run(_input, context) {
    const log = createLogger('admin', { level: 'warn' });
    const deps = { database: await context.database(), store: await context.store(), log, plans: context.plans };
    const { objects, bytes, rows, failed } = await sweepStore(deps, {
      ...{ ages: context.ages, keptPerPrefix: Number.POSITIVE_INFINITY },
    });
    if (failed.length > 0) {
      const message = `These parts failed: ${failed.join(', ')}. Correct what the log says, then run "gc run" again.`;
      throw new FramemillError('unavailable', message);
    }
    return { objects, bytes, rows };
  },
};

/**
 * Encrypts every stored secret again with the first key of SECRETS_KEY.
 * Run it after SECRETS_KEY was set for the first time, and after a new key was added at its beginning.
 */
export const secretsRotate: AdminCommand = {
  noun: 'secrets',
  verb: 'rotate',
  summary: 'Encrypt every stored secret with the first key of SECRETS_KEY',
  argument: null,
  options: {},
  async run(_input, context) {
    return resealSecrets(await context.database(), context.secrets());
  },
};

/**
 * Applies the database migrations of this version; run it before the version's processes start.
 * Safe to run twice, and concurrently.
 */
export const databaseMigrate: AdminCommand = {
  noun: 'database',
  verb: 'migrate',
  summary: 'Apply the migrations that the database lacks',
  argument: null,
  options: {},
  async run(_input, context) {
    return { applied: await context.migrate() };
  },
};

/**
 * Checks whether the database has all migrations of this version, and fails if one is missing.
 * Start-up scripts use it to wait for the migration job.
 */
export const databaseCheck: AdminCommand = {
  noun: 'database',
  verb: 'check',
  summary: 'Fail unless the database has every migration of this version',
  argument: null,
  options: {},
  async run(_input, context) {
    const pending = await context.pendingMigrations();
    if (pending.length === 0) return { pending };
    const message = `The database lacks ${pending.length} migrations (first: ${pending[0]}). Run "database migrate".`;
    throw new FramemillError('unavailable', message);
  },
};
