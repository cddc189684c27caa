export { bundleForBrowser } from './bundle-for-browser.ts';
export { playerScript } from './bundle-player.ts';
export { type CompositionInput, type CompositionPage, compositionPage } from './composition-page.ts';
