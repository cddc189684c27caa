import { fileURLToPath } from 'node:url';
import { bundleForBrowser } from './bundle-for-browser.ts';

/** The script of the page of `framemill preview`, UTF-8. Takes some 50 ms. */
export function previewScript(): Promise<Uint8Array> {
  return bundleForBrowser(fileURLToPath(new URL('player/preview-main.ts', import.meta.url)));
}
