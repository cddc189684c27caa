import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle-for-browser.ts';

/** Bundles the script of the `framemill preview` page, UTF-8. Takes some 50 ms a call; nothing is cached. */
export function previewScript(): Promise<Uint8Array> {
  return bundleForBrowser(fileURLToPath(new URL('player/preview-main.ts', import.meta.url)));
}
