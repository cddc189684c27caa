import { spawnSync } from 'node:child_process';

/** User id of `nobody` on every Linux, which owns nothing. */
const nobody = 65_534;

/** Maximum data size of each browser process, in bytes: a page that needs more fails, and not the machine. */
const mostBytes = 2 * 1024 ** 3;

/** Isolation of the browser's process from this one. */
export interface Confinement {
  /** Program and arguments in front of the browser's command line. */
  readonly wrapper: readonly string[];
  /** User id of the browser; null: that of this process. */
  readonly user: number | null;
  /** Whether the browser has an empty network namespace, which no packet can leave. */
  readonly hasNoNetwork: boolean;
}

/**
 * Determines the isolation that this machine allows. Chromium refuses its sandbox as root, so it then runs as `nobody`.
 * Unless `keepNetwork`, it gets an empty network namespace where one can be made (as root, or with unprivileged user
 * namespaces). Each of its processes has at most 2 GiB of data on Linux. The resident set of the render process does
 * not include them. A limit of the address space would prevent the start, because Chromium reserves far more than it
 * uses.
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
