import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { HomePage } from './home/home-page.tsx';
import { NotFoundPage, ProblemPage } from './problem-page.tsx';
import { Shell } from './shell.tsx';
import { Waiting } from './ui/indicators.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** Parent route of every page except the editor; it shows the `Shell`. */
const shellRoute = createRoute({ getParentRoute: () => rootRoute, id: 'shell', component: Shell });

const homeRoute = createRoute({ getParentRoute: () => shellRoute, path: '/', component: HomePage });

const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/projects/$projectId',
  component: lazyRouteComponent(() => import('./project/project-page.tsx'), 'ProjectPage'),
});

const editorRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/projects/$projectId/edit',
  validateSearch: momentOf,
  component: lazyRouteComponent(() => import('./editor/editor-page.tsx'), 'EditorPage'),
});

const workspacesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces',
  component: lazyRouteComponent(() => import('./workspaces/workspaces-page.tsx'), 'WorkspacesPage'),
});

const workspaceRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/workspaces/$workspaceId',
  component: lazyRouteComponent(() => import('./workspaces/workspace-page.tsx'), 'WorkspacePage'),
});

const rendersRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/renders',
  component: lazyRouteComponent(() => import('./renders/renders-page.tsx'), 'RendersPage'),
});

const renderRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/renders/$renderId',
  component: lazyRouteComponent(() => import('./renders/render-page.tsx'), 'RenderPage'),
});

const batchesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches',
  component: lazyRouteComponent(() => import('./batches/batches-page.tsx'), 'BatchesPage'),
});

const batchRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/batches/$batchId',
  component: lazyRouteComponent(() => import('./batches/batch-page.tsx'), 'BatchPage'),
});

const consoleRoute = createRoute({ getParentRoute: () => shellRoute, path: '/console', component: Outlet });

const consoleIndexRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/console/apps' });
  },
});

const appsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/apps',
  component: lazyRouteComponent(() => import('./console/apps-page.tsx'), 'AppsPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/keys',
  component: lazyRouteComponent(() => import('./console/keys-page.tsx'), 'KeysPage'),
});

const oauthRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/oauth',
  component: lazyRouteComponent(() => import('./console/oauth-page.tsx'), 'OauthPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./console/webhooks-page.tsx'), 'WebhooksPage'),
});

const destinationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/destinations',
  component: lazyRouteComponent(() => import('./console/destinations-page.tsx'), 'DestinationsPage'),
});

const webhookRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/webhooks/$endpointId',
  component: lazyRouteComponent(() => import('./console/webhook-page.tsx'), 'WebhookPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/usage',
  component: lazyRouteComponent(() => import('./console/usage-page.tsx'), 'UsagePage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/requests',
  component: lazyRouteComponent(() => import('./console/requests-page.tsx'), 'RequestsPage'),
});

const botsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/bots',
  component: lazyRouteComponent(() => import('./console/bots-page.tsx'), 'BotsPage'),
});

const pluginsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/plugins',
  component: lazyRouteComponent(() => import('./console/plugins-page.tsx'), 'PluginsPage'),
});

const organisationsRoute = createRoute({
  getParentRoute: () => consoleRoute,
  path: '/organisations',
  component: lazyRouteComponent(() => import('./console/organisations-page.tsx'), 'OrganisationsPage'),
});

const operatorsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/operators', component: Outlet });

const farmRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/farm',
  component: lazyRouteComponent(() => import('./operators/farm-page.tsx'), 'FarmPage'),
});

const nodeRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/farm/$nodeId',
  component: lazyRouteComponent(() => import('./operators/node-page.tsx'), 'NodePage'),
});

const healthRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/health',
  component: lazyRouteComponent(() => import('./operators/health-page.tsx'), 'HealthPage'),
});

const queuesRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/queues',
  component: lazyRouteComponent(() => import('./operators/queues-page.tsx'), 'QueuesPage'),
});

const accountsRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/accounts',
  component: lazyRouteComponent(() => import('./operators/accounts-page.tsx'), 'AccountsPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/audit',
  validateSearch: ({ account }: Record<string, unknown>): { account?: string } =>
    typeof account === 'string' ? { account } : {},
  component: lazyRouteComponent(() => import('./operators/audit-page.tsx'), 'AuditPage'),
});

const plansRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/plans',
  component: lazyRouteComponent(() => import('./operators/plans-page.tsx'), 'PlansPage'),
});

const quarantineRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/quarantine',
  component: lazyRouteComponent(() => import('./operators/quarantine-page.tsx'), 'QuarantinePage'),
});

const installationRoute = createRoute({
  getParentRoute: () => operatorsRoute,
  path: '/installation',
  component: lazyRouteComponent(() => import('./operators/installation-page.tsx'), 'InstallationPage'),
});

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    projectRoute,
    workspacesRoute,
    workspaceRoute,
    rendersRoute,
    renderRoute,
    batchesRoute,
    batchRoute,
    consoleRoute.addChildren([
      ...[consoleIndexRoute, appsRoute, keysRoute, oauthRoute, webhooksRoute, webhookRoute, destinationsRoute],
      ...[usageRoute, requestsRoute, botsRoute, pluginsRoute, organisationsRoute],
    ]),
    operatorsRoute.addChildren([
      healthRoute,
      farmRoute,
      nodeRoute,
      queuesRoute,
      accountsRoute,
      auditRoute,
      plansRoute,
      quarantineRoute,
      installationRoute,
    ]),
  ]),
  editorRoute,
]);

/**
 * Router of the Studio's pages, below /studio. Every page except the start page is loaded when it is opened or its link
 * is hovered.
 */
export const router = createRouter({
  routeTree,
  basepath: '/studio',
  defaultPreload: 'intent',
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ProblemPage,
  defaultNotFoundComponent: NotFoundPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

/** Initial state of the editor, as links to the editor specify it. */
interface OpeningMoment {
  /** Initial playhead time in seconds. */
  at?: number;
  /** Id of the initially selected clip. */
  clip?: string;
}

/** Parses the search parameters of an editor link. Invalid values are left out. */
function momentOf({ at, clip }: Record<string, unknown>): OpeningMoment {
  return {
    ...(typeof at === 'number' && at >= 0 ? { at } : {}),
    ...(typeof clip === 'string' ? { clip } : {}),
  };
}
