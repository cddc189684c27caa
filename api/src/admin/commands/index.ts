import type { AdminCommand } from '../define-command.ts';
import { accountBan } from './account-ban.ts';
import { accountCreate } from './account-create.ts';
import { accountCredits } from './account-credits.ts';
import { accountLift } from './account-lift.ts';
import { accountLimits } from './account-limits.ts';
import { accountList } from './account-list.ts';
import { accountPassword } from './account-password.ts';
import { accountPlan } from './account-plan.ts';
import { accountRate } from './account-rate.ts';
import { accountRole } from './account-role.ts';
import { accountShow } from './account-show.ts';
import { accountSuspend } from './account-suspend.ts';
import { appApprove } from './app-approve.ts';
import { appList } from './app-list.ts';
import { appReject } from './app-reject.ts';
import { appSuspend } from './app-suspend.ts';
import { appThrottle } from './app-throttle.ts';
import { databaseCheck } from './database-check.ts';
import { databaseMigrate } from './database-migrate.ts';
import { gcRun } from './gc-run.ts';
import { keyList } from './key-list.ts';
import { keyMint } from './key-mint.ts';
import { keyRevoke } from './key-revoke.ts';
import { mediaDelete } from './media-delete.ts';
import { nodeDrain } from './node-drain.ts';
import { nodeList } from './node-list.ts';
import { nodeResume } from './node-resume.ts';
import { planList } from './plan-list.ts';
import { pluginAdd } from './plugin-add.ts';
import { pluginList } from './plugin-list.ts';
import { pluginRemove } from './plugin-remove.ts';
import { providerList } from './provider-list.ts';
import { providerTest } from './provider-test.ts';
import { quarantineList } from './quarantine-list.ts';
import { quarantineRelease } from './quarantine-release.ts';
import { queueStatus } from './queue-status.ts';
import { renderCancel } from './render-cancel.ts';
import { renderList } from './render-list.ts';
import { renderRetry } from './render-retry.ts';
import { renderShow } from './render-show.ts';
import { secretsRotate } from './secrets-rotate.ts';

/** All admin commands, in the order of the help. Each is defined in a file of its own. */
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
  appList,
  appApprove,
  appReject,
  appSuspend,
  appThrottle,
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
