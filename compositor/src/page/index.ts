export { bundleForBrowser } from './bundle-for-browser.ts';
export { playerScript } from './bundle-player.ts';
export { stageScript } from './bundle-stage.ts';
export type { CompositionInput } from './composition-input.ts';
export { type CompositionPage, compositionPage } from './composition-page.ts';
export { faviconPath } from './favicon.ts';
