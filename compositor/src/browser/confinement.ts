import { spawnSync } from 'node:child_process';

/** A user that owns nothing: `nobody` on every Linux. */
const nobody = 65_534;

/** What one of the browser's processes may take for its data: a page that wants more fails, and not the machine. */
const mostBytes = 2 * 1024 ** 3;

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
 * empty network namespace where one can be made (as root, or where unprivileged user namespaces are on). Each of its processes has
 * at most 2 GiB of data on Linux. The resident set of the render process says nothing of them, and an address-space limit would keep
 * Chromium from starting: it reserves far more than it uses.
 */
export function confinementHere(keepNetwork: boolean): Confinement {
  if (process.platform !== 'linux') return { wrapper: [], user: null, hasNoNetwork: false };
  const isRoot = process.getuid?.() === 0;
  const cut = isRoot ? ['unshare', '--net', '--'] : ['unshare', '--user', '--map-current-user', '--net', '--'];
  const hasNoNetwork = !keepNetwork && works([...cut, 'true']);
  const drop = isRoot ? ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', '--'] : [];
  const cap = ['prlimit', `--data=${mostBytes}`, '--'];
  const wrapper = [...(hasNoNetwork ? cut : []), ...(works([...cap, 'true']) ? cap : []), ...drop];
  return { wrapper, user: isRoot ? nobody : null, hasNoNetwork };
}

function works([program = '', ...args]: readonly string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}
