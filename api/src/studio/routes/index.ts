import type { Route, SessionAccess } from '../../routing/define-route.ts';
import { endConnection, getSession, getWelcome, listConnections, listLedger, listTools } from './account.ts';
import { getItemPoster } from './batches.ts';
import { streamEvents, streamProjectEvents } from './events.ts';
import { getFrame, getPoster } from './frames.ts';
import {
  operatorAccounts,
  operatorChangeAccount,
  operatorCreateAccount,
  operatorEraseAccount,
  operatorResumeAccount,
  operatorSuspendAccount,
} from './operator-accounts.ts';
import { operatorAudit } from './operator-audit.ts';
import {
  operatorFarm,
  operatorNode,
  operatorOrderNode,
  operatorQuarantine,
  operatorQueues,
  operatorReleaseMedia,
} from './operator-farm.ts';
import { operatorHealth } from './operator-health.ts';
import { operatorInstallation, operatorPlans } from './operator-installation.ts';
import { sharePresence } from './presence.ts';
import { duplicateProject } from './projects.ts';
import { getRenderMap, getRenderOrder } from './renders.ts';
import { getStockPreview } from './stock-previews.ts';

/**
 * Routes that only the Studio uses; the API's routes are available under the Studio's prefix as well. Each file of this
 * folder has the routes of one subject.
 */
export const studioRoutes: Route<SessionAccess>[] = [
  duplicateProject,
  endConnection,
  getFrame,
  getItemPoster,
  getPoster,
  getRenderMap,
  getRenderOrder,
  getSession,
  getStockPreview,
  getWelcome,
  listConnections,
  listLedger,
  listTools,
  operatorAccounts,
  operatorAudit,
  operatorChangeAccount,
  operatorCreateAccount,
  operatorEraseAccount,
  operatorFarm,
  operatorHealth,
  operatorInstallation,
  operatorNode,
  operatorOrderNode,
  operatorPlans,
  operatorQuarantine,
  operatorQueues,
  operatorReleaseMedia,
  operatorResumeAccount,
  operatorSuspendAccount,
  sharePresence,
  streamEvents,
  streamProjectEvents,
];
