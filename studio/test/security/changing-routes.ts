import { readFileSync } from 'node:fs';
import path from 'node:path';

const clients = path.resolve(import.meta.dirname, '../../../api/src/client/generated');

/**
 * Returns every route that changes data and accepts a session, read from the generated API clients. Ids in paths are
 * replaced by `x`.
 */
export function changingRoutes(): { method: string; path: string }[] {
  return ['schema.ts', 'console.ts'].flatMap((file) => {
    const [paths = ''] = readFileSync(path.join(clients, file), 'utf8').split('export type webhooks');
    return paths.split(/^ {4}"(?=\/)/m).flatMap((block) => {
      const address = block.slice(0, block.indexOf('"'));
      const methods = [...block.matchAll(/^ {8}(post|put|patch|delete): operations/gm)].map(
        ([, method = '']) => method,
      );
      const own = address.replace(/^\/v1/, '/api/studio').replaceAll(/\{\w+\}/g, 'x');
      return methods.map((method) => ({ method: method.toUpperCase(), path: own }));
    });
  });
}
