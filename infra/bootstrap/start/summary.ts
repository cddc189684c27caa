import path from 'node:path';
import type { Demo } from './demo-account.ts';

export interface SummaryInput {
  demo: Demo;
  dataDir: string;
  /** Renders side by side on this machine; 0: there is no node here. */
  slots: number;
  /** The sample on this machine's disk; null when it was not rendered. */
  film: string | null;
}

/** What people need next, one line each: it is printed last, below everything that scrolls by. */
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
