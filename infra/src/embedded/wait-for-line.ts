import { createInterface } from 'node:readline';
import type { GuardedChild } from './guarded-child.ts';

/**
 * Resolves when the child prints a matching line. All lines, also later ones, are passed to `onLine`, so that the
 * pipes never fill. Rejects with the last lines when the child ends, or `timeoutMs` passes, before that.
 */
export function waitForLine(
  child: GuardedChild,
  match: RegExp,
  timeoutMs: number,
  onLine: (line: string) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const last: string[] = [];
    const timer = setTimeout(
      () => reject(new Error(`not ready after ${timeoutMs} ms:\n${last.join('\n')}`)),
      timeoutMs,
    );
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        onLine(line);
        last.push(line);
        if (last.length > 20) last.shift();
        if (match.test(line)) {
          clearTimeout(timer);
          resolve();
        }
      });
    }
    child.exited.then(({ code }) => {
      clearTimeout(timer);
      reject(new Error(`ended with code ${code}:\n${last.join('\n')}`));
    });
  });
}
