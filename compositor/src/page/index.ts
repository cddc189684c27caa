export { playerScript } from './bundle-player.ts';
export { type CompositionInput, type CompositionPage, compositionPage } from './composition-page.ts';
