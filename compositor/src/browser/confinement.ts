import { spawnSync } from 'node:child_process';

/** A user that owns nothing: `nobody` on every Linux. */
const nobody = 65_534;

/** How the browser's process is set apart from this one. */
export interface Confinement {
  /** Program and arguments that the browser's command line is put behind. */
  readonly wrapper: readonly string[];
  /** Who the browser runs as; null: as this process. */
  readonly user: number | null;
  /** Its network namespace is empty: no packet leaves it, whatever a page finds. */
  readonly hasNoNetwork: boolean;
}

/**
 * What this machine allows: Chromium refuses its sandbox as root, so there it runs as `nobody`; and, unless `keepNetwork`, it gets an
 * empty network namespace where one can be made (as root, or where unprivileged user namespaces are on).
 */
export function confinementHere(keepNetwork: boolean): Confinement {
  if (process.platform !== 'linux') return { wrapper: [], user: null, hasNoNetwork: false };
  const isRoot = process.getuid?.() === 0;
  const cut = isRoot ? ['unshare', '--net', '--'] : ['unshare', '--user', '--map-current-user', '--net', '--'];
  const hasNoNetwork = !keepNetwork && works([...cut, 'true']);
  const drop = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'] : [];
  return { wrapper: [...(hasNoNetwork ? cut : []), ...drop], user: isRoot ? nobody : null, hasNoNetwork };
}

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
