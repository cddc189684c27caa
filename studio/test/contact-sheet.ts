import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { launchBrowser } from '@framemill/testing/browser';

// Lays the pictures of `pages.test.ts` out as studio/pages.jpg, the themes beside each other.

const PAGES = [
  ...['sign-in', 'projects', 'project', 'editor', 'workspaces', 'renders', 'render', 'report', 'batches', 'batch'],
  ...['apps', 'keys', 'oauth', 'webhooks', 'destinations', 'usage', 'requests', 'bots', 'plugins', 'organisations'],
  ...['health', 'farm', 'queues', 'accounts', 'audit', 'plans', 'quarantine', 'installation'],
];

const studio = path.resolve(import.meta.dirname, '..');

/** Returns a page's screenshot as a data URL. Throws when the file does not exist. */
function screenshotOf(name: string, theme: string): string {
  const file = path.join(studio, 'test-output', `${name}-${theme}.png`);
  if (!existsSync(file)) throw new Error(`There is no ${file}: run npx vitest run --project studio first.`);
  return `data:image/png;base64,${readFileSync(file).toString('base64')}`;
}

const cells = PAGES.map(
  (name) =>
    `<figure><div>${['dark', 'light'].map((theme) => `<img src="${screenshotOf(name, theme)}">`).join('')}</div><figcaption>${name}</figcaption></figure>`,
);
const browser = await launchBrowser();
const page = await browser.newPage({ viewport: { width: 1680, height: 1000 } });
await page.setContent(`<style>
  body { margin: 24px; background: #2a2d32; color: #d8dbe0; font: 15px system-ui; }
  main { display: grid; grid-template-columns: repeat(3, 1fr); gap: 20px 24px; }
  figure { margin: 0; } figure div { display: grid; grid-template-columns: 1fr 1fr; gap: 6px; }
  img { width: 100%; border-radius: 4px; display: block; } figcaption { margin-top: 5px; }
</style><main>${cells.join('')}</main>`);
await page.screenshot({ path: path.join(studio, 'pages.jpg'), type: 'jpeg', quality: 82, fullPage: true });
await browser.close();
