import { mkdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Service } from '@framemill/testing/service';
import type { Browser, BrowserContext, Page } from 'playwright-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const images = path.resolve(import.meta.dirname, '../test-output');

/** Matches API keys and webhook secrets. */
const SECRETS = /key_(?:live|test)_[0-9a-f]{40,}|whsec_[\w+/=]{20,}/g;

/** Browser window with the Studio, and the faults that occurred in it. */
export interface Window {
  context: BrowserContext;
  page: Page;
  /**
   * Errors that no page may cause: script errors, violations of the content security policy, and responses with status
   * 500 or above, except posters of projects that need another node.
   */
  faults: string[];
  /** Requests of the page that the service answered with 400 or 404. Only tests that ask for them may have some. */
  refusals: string[];
  /** Opens a page of the Studio, for example `/renders`, and waits until it has loaded. */
  open(address: string): Promise<void>;
  /**
   * Navigates to a page without reloading the application, as a link does. Waits until the page shows `heading` and its
   * data.
   */
  go(address: string, heading: string): Promise<void>;
  /**
   * Runs axe-core on the page, or on the elements that match the selector `within`. Returns the serious and critical
   * violations.
   */
  accessibility(within?: string): Promise<string[]>;
  /** Like `accessibility`, but checks only colour contrast, because the themes differ in nothing else. */
  contrast(within?: string): Promise<string[]>;
  /**
   * Returns API keys, webhook secrets and session tokens that the page contains, or that its scripts can read from
   * cookies or storage.
   */
  secrets(): Promise<string[]>;
  /** Saves a screenshot of the page in `test-output/`. */
  screenshot(name: string): Promise<void>;
}

/**
 * Opens a window of 1280 by 800 pixels. `storageState` contains the cookies of a signed-in user; without it nobody is
 * signed in.
 */
export async function openWindow(
  browser: Browser,
  service: Service,
  theme: 'dark' | 'light',
  storageState?: Awaited<ReturnType<BrowserContext['storageState']>>,
): Promise<Window> {
  // The policy of the pages lets nobody else's script in, the checker's neither: it runs beside them.
  const context = await browser.newContext({
    ...{ viewport: { width: 1280, height: 800 }, colorScheme: theme },
    ...(storageState ? { storageState } : {}),
  });
  context.setDefaultTimeout(200_000);
  const page = await context.newPage();
  const faults: string[] = [];
  const refusals: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    const text = message.text();
    // The browser reports each refused call, which tests make on purpose; the answers are looked at below.
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) faults.push(`console: ${text}`);
  });
  page.on('response', (response) => {
    // Other tests create projects with html clips in the same account, which the nodes of these tests cannot draw.
    const isPosterOfOthers = response.status() === 503 && /\/projects\/\w+\/poster\?/.test(response.url());
    if (response.status() >= 500 && !isPosterOfOthers) faults.push(`${response.status()} ${response.url()}`);
    if (response.status() === 400 || response.status() === 404) {
      refusals.push(`${response.status()} ${response.request().method()} ${response.url()}`);
    }
  });
  mkdirSync(images, { recursive: true });
  return {
    context,
    page,
    faults,
    refusals,
    async open(address) {
      await page.goto(`${service.apiHost}/studio${address}`);
      await settled(page);
    },
    async go(address, heading) {
      // What lies below the pointer would be looked at as it is then.
      await page.mouse.move(0, 0);
      // The router hears of addresses that others set too.
      await page.evaluate((path) => history.pushState(null, '', path), `/studio${address}`);
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
      await settled(page);
    },
    accessibility: (within) => findings(page, within),
    contrast: (within) => findings(page, within, ['color-contrast']),
    async secrets() {
      const readable = await page.evaluate(async () => {
        const databases = await indexedDB.databases();
        const stored = [localStorage, sessionStorage].map((storage) => JSON.stringify(Object.entries(storage)));
        const fields = [...document.querySelectorAll('input')].map(({ value }) => value);
        return [
          document.documentElement.outerHTML,
          document.cookie,
          ...stored,
          ...fields,
          JSON.stringify(databases),
        ].join('\n');
      });
      const tokens = (await context.cookies()).map(({ value }) => value);
      return [...(readable.match(SECRETS) ?? []), ...tokens.filter((token) => readable.includes(token))];
    },
    async screenshot(name) {
      await page.screenshot({ path: path.join(images, `${name}-${theme}.png`), animations: 'disabled' });
    },
  };
}

async function findings(page: Page, within = 'html', rules: readonly string[] | null = null): Promise<string[]> {
  // As large as most pages: once a page is enough.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(
    async ({ within, rules }) => {
      const { axe } = window as unknown as {
        axe: { run(part: string, how: object): Promise<{ violations: Violation[] }> };
      };
      const { violations } = await axe.run(within, {
        // What is looked at below, and no more: a sandboxed frame is waited for half a second and never answers, and
        // what is loaded ahead is for the rule about videos that play by themselves, whose findings are moderate.
        resultTypes: ['violations'],
        ...{ iframes: false, preload: false },
        ...(rules ? { runOnly: rules } : {}),
      });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
    },
    { within, rules },
  );
}

interface Violation {
  id: string;
  impact: string;
  nodes: { html: string }[];
}

/** Signs in with the sign-in form that the page shows. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
}

/**
 * Waits until the page shows its data and has loaded its fonts. An event stream stays open, so the network is never
 * idle.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('h1') !== null && !document.querySelector('[role="status"]'));
  await page.evaluate(() => document.fonts.ready);
}

/** Selects the HTML preview in all editors that a page opens from now on. */
export async function showPagePreview(page: Page): Promise<void> {
  // Frames without an origin of their own have no storage.
  await page.addInitScript(() => {
    if (self === top) localStorage.setItem('framemill-preview', 'page');
  });
}
