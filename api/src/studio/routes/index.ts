import type { ConsoleRoute } from '../../console/define-console-route.ts';
import { duplicateProject } from './duplicate-project.ts';
import { endConnection } from './end-connection.ts';
import { getFrame } from './get-frame.ts';
import { getPoster } from './get-poster.ts';
import { getRenderMap } from './get-render-map.ts';
import { getRenderOrder } from './get-render-order.ts';
import { getSession } from './get-session.ts';
import { getStockPreview } from './get-stock-preview.ts';
import { getWelcome } from './get-welcome.ts';
import { listConnections } from './list-connections.ts';
import { listLedger } from './list-ledger.ts';
import { listTools } from './list-tools.ts';
import { operatorAccounts } from './operator-accounts.ts';
import { operatorFarm } from './operator-farm.ts';
import { operatorInstallation } from './operator-installation.ts';
import { operatorOrderNode } from './operator-order-node.ts';
import { operatorPlans } from './operator-plans.ts';
import { operatorQuarantine } from './operator-quarantine.ts';
import { operatorQueues } from './operator-queues.ts';
import { operatorReleaseMedia } from './operator-release-media.ts';
import { streamEvents } from './stream-events.ts';
import { streamProjectEvents } from './stream-project-events.ts';

/** Routes of the Studio alone, besides the API routes under its prefix. Each is defined in a file of its own. */
export const studioRoutes: ConsoleRoute[] = [
  duplicateProject,
  endConnection,
  getFrame,
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
  operatorFarm,
  operatorInstallation,
  operatorOrderNode,
  operatorPlans,
  operatorQuarantine,
  operatorQueues,
  operatorReleaseMedia,
  streamEvents,
  streamProjectEvents,
];
