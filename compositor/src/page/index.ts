export { playerScript } from './bundle-player.ts';
export { type CompositionInput, type CompositionPage, compositionPage } from './composition-page.ts';
export { fontFileName } from './font-faces.ts';
