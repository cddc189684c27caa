import type { AdminCommand } from '../define-command.ts';
import { accountCreate } from './account-create.ts';
import { accountList } from './account-list.ts';
import { accountPlan } from './account-plan.ts';
import { databaseMigrate } from './database-migrate.ts';
import { keyList } from './key-list.ts';
import { keyMint } from './key-mint.ts';
import { keyRevoke } from './key-revoke.ts';
import { mediaDelete } from './media-delete.ts';
import { nodeDrain } from './node-drain.ts';
import { nodeList } from './node-list.ts';
import { nodeResume } from './node-resume.ts';
import { queueStatus } from './queue-status.ts';
import { renderCancel } from './render-cancel.ts';
import { renderList } from './render-list.ts';
import { renderRetry } from './render-retry.ts';
import { renderShow } from './render-show.ts';

/** Every admin command: one file each, one line here. */
export const adminCommands: AdminCommand[] = [
  accountCreate,
  accountList,
  accountPlan,
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
  databaseMigrate,
];
