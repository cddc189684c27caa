import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Demo } from './demo-account.ts';

export interface SummaryInput {
  demo: Demo;
  dataDir: string;
  /** Number of segments rendered concurrently on this machine; 0 when it runs no node. */
  slots: number;
  /** Path of the sample video on this machine's disk; null when it was not rendered. */
  film: string | null;
}

/**
 * Returns the information that the user needs after the start, one line each. Print it last, so that it is below all
 * other output.
 */
export function summary({ demo, dataDir, slots, film }: SummaryInput): string {
  const rows = [
    ['studio', `${demo.apiHost}/studio`],
    ['docs', `${demo.apiHost}/docs`],
    ['e-mail', demo.email],
    ['password', demo.password],
    ['live key', demo.liveKey],
    ['test key', demo.testKey],
    ['metrics', demo.metricsUrl],
    ...(film === null ? [] : [['film', film]]),
    ['kept in', `${path.join(dataDir, 'demo.json')} (login and keys), ${path.join(dataDir, 'logs')}`],
  ];
  const lines = rows.map(([name = '', value = '']) => `  ${name.padEnd(10)}${value}`);
  const alone = slots === 0 ? ['', 'No node runs here (SLOTS=0): join one with "npm run node".'] : [];
  return ['', ...lines, ...alone, ''].join('\n');
}

/** Programs that open a URL in a browser, by operating system. */
const openers: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open' };

/** Opens a URL in this machine's browser. Without a browser or a screen, prints a message and continues. */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const program = openers[platform];
  if (program === undefined) return;
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened (${program}). The Studio is at ${url}\n`));
  child.unref();
}
