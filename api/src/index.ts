export { buildApp } from './app.ts';
export { hashKey, type KeyEnvironment, mintKey } from './auth/caller.ts';
export { type Scope, scopeNames } from './auth/scopes.ts';
export { consoleRoutes } from './console/routes/index.ts';
export type { ApiDeps } from './deps.ts';
export { routes } from './routes/index.ts';
export type { RouteExample } from './routing/define-route.ts';
export { studioRoutes } from './studio/routes/index.ts';
