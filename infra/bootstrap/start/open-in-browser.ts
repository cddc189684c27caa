import { spawn } from 'node:child_process';

/** Programs that open a URL, by system. */
const openers: Partial<Record<NodeJS.Platform, string>> = { linux: 'xdg-open', darwin: 'open' };

/** Opens a URL in this machine's browser. Without a browser or a screen it prints a message and continues. */
export function openInBrowser(url: string, platform: NodeJS.Platform = process.platform): void {
  const program = openers[platform];
  if (program === undefined) return;
  const child = spawn(program, [url], { stdio: 'ignore', detached: true });
  child.once('error', () => process.stderr.write(`No browser could be opened (${program}). The Studio is at ${url}\n`));
  child.unref();
}
