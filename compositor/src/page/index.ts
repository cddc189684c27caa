export { bundleForBrowser, faviconPath, playerScript, stageScript } from './bundle.ts';
export { type CompositionPage, compositionPage } from './composition-page.ts';
export type { CompositionInput } from './page-data.ts';
