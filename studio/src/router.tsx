import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { NotFoundPage, ProblemPage } from './app/problem-page.tsx';
import { Shell } from './app/shell.tsx';
import { HomePage } from './home/home-page.tsx';
import { Waiting } from './ui/spinner.tsx';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** Every page but the editor stands in it. */
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
  component: lazyRouteComponent(() => import('./editor/editor-page.tsx'), 'EditorPage'),
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

const routeTree = rootRoute.addChildren([
  shellRoute.addChildren([
    homeRoute,
    projectRoute,
    rendersRoute,
    renderRoute,
    consoleRoute.addChildren([consoleIndexRoute, appsRoute]),
  ]),
  editorRoute,
]);

/** Pages by address, below /studio. Pages other than the first one are loaded when they are opened, or pointed at. */
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
