import path from 'node:path';
import { FramemillError } from '@framemill/timeline';
import { eraseAccount } from '../../erasure/erase-account.ts';
import { exportAccount } from '../../erasure/export-account.ts';
import type { AdminCommand } from '../define-command.ts';

/** Writes all data of an account to a folder, without passwords, keys and other secrets. */
export const accountExport: AdminCommand = {
  noun: 'account',
  verb: 'export',
  summary: 'Write all data of an account to a folder, without secrets',
  argument: 'accountId',
  options: {
    out: { value: '<folder>', description: 'Folder that does not exist yet', required: true },
  },
  async run({ argument: id, options }, context) {
    const deps = { database: await context.database(), store: await context.store(), redis: await context.redis() };
    return exportAccount(deps, id, path.resolve(options.out ?? ''));
  },
};

/** Erases all rows and objects of an account. */
export const accountErase: AdminCommand = {
  noun: 'account',
  verb: 'erase',
  summary: 'Erase an account with everything that it stores, for good; run it again after an interruption',
  argument: 'accountId',
  options: {
    yes: { value: null, description: 'Confirms that the account is to be erased' },
    cancel: { value: null, description: 'Cancels its open renders and batches first' },
  },
  async run({ argument: id, options }, context) {
    const database = await context.database();
    if (options.yes === undefined) {
      const account = await database.client.account.findUnique({ where: { id }, select: { email: true } });
      const who =
        account === null ? `the account ${id}, which no longer has a row` : `the account ${id} (${account.email})`;
      const message = `This erases ${who} for good. Nothing was erased. Add --yes to confirm.`;
      throw new FramemillError('invalid_request', message);
    }
    const [redis, store, scheduler] = [await context.redis(), await context.store(), await context.scheduler()];
    const deps = { database, redis, store, scheduler };
    return eraseAccount(deps, id, { cancel: options.cancel !== undefined });
  },
};
