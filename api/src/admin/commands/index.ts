import type { AdminCommand } from '../define-command.ts';
import {
  accountBan,
  accountCreate,
  accountLift,
  accountList,
  accountPassword,
  accountRole,
  accountShow,
  accountSuspend,
} from './account.ts';
import { accountErase, accountExport } from './account-data.ts';
import { accountCredits, accountLimits, accountPlan, accountRate } from './account-limits.ts';
import { appApprove, appList, appReject, appSuspend, appThrottle } from './app.ts';
import { auditList } from './audit.ts';
import { nodeDrain, nodeList, nodeResume, queueStatus } from './farm.ts';
import { databaseCheck, databaseMigrate, gcRun, planList, secretsRotate } from './installation.ts';
import { keyList, keyMint, keyRevoke } from './key.ts';
import { mediaDelete, quarantineList, quarantineRelease } from './media.ts';
import { pluginAdd, pluginList, pluginRemove } from './plugin.ts';
import { providerList, providerTest } from './provider.ts';
import { renderCancel, renderList, renderRetry, renderShow } from './render.ts';

/**
 * All admin commands, in the order in which the help lists them.
 * Each file contains the commands of one noun, such as `account`, or of several related nouns.
 */
export const adminCommands: AdminCommand[] = [
  accountCreate,
  accountList,
  accountShow,
  accountPlan,
  accountCredits,
  accountRate,
  accountLimits,
  accountPassword,
  accountRole,
  accountSuspend,
  accountBan,
  accountLift,
  accountExport,
  accountErase,
  appList,
  appApprove,
  appReject,
  appSuspend,
  appThrottle,
  auditList,
  planList,
  keyMint,
  keyList,
  keyRevoke,
  mediaDelete,
  nodeList,
  nodeDrain,
  nodeResume,
  renderList,
  renderShow,
  renderCancel,
  renderRetry,
  queueStatus,
  quarantineList,
  quarantineRelease,
  pluginAdd,
  pluginList,
  pluginRemove,
  providerList,
  providerTest,
  gcRun,
  secretsRotate,
  databaseMigrate,
  databaseCheck,
];

/**
 * Returns the text of `client/generated/admin-commands.json`, which the set-up writes.
 * It lists noun, verb, summary, argument and options of every admin command, for shell completion and docs/cli.md.
 */
export function adminTable(): string {
  const rows = adminCommands.map(({ noun, verb, summary, argument, options }) => {
    return { noun, verb, summary, argument, options: Object.keys(options) };
  });
  return `${JSON.stringify(rows, null, 2)}\n`;
}
