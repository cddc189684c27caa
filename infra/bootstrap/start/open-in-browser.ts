import { spawn } from 'node:child_process';

/** What opens an address on each system. */
const openers: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open' };

/** Opens an address in the browser of this machine. One without a browser, or without a screen, goes on without. */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const program = openers[platform];
  if (program === undefined) return;
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened (${program}). The Studio is at ${url}\n`));
  child.unref();
}
