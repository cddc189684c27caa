import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { FramemillError } from '@framemill/timeline/errors';
import type { BrowserContext, Page } from 'playwright-core';
import { browserFlags, offlineFlags, stillImagesFlag } from './browser-flags.ts';
import { type BrowserUse, browserUse, processGroupOf } from './browser-process.ts';
import { findBrowser, howToGetBrowser } from './find-browser.ts';
import { giveWay, killGroup } from './process-group.ts';

/** Options for starting a browser. */
export interface BrowserOptions {
  /** Path of the browser. Default: `findBrowser()`. */
  executable?: string;
  /**
   * Network access of pages. `local` is unrestricted, for tests against local servers. Default `none`: pages have no
   * network.
   */
  network?: 'none' | 'local';
  /** Whether animated images and SMIL are frozen. Default false. */
  stillPictures?: boolean;
  env?: Readonly<Record<string, string | undefined>>;
}

/** Running browser process, with its version and the functions to use it. */
export interface OpenBrowser {
  /** Version of the browser, such as `156.0.8078.79`. */
  readonly version: string;
  readonly executable: string;
  /**
   * Whether Chromium's own sandbox is on. It is off when `HTML_SANDBOX=outer` declares that the machine itself is a
   * sandbox.
   */
  readonly isSandboxed: boolean;
  /** Whether the browser's processes have an empty network namespace. */
  readonly hasNoNetwork: boolean;
  /**
   * Opens a page in a separate browser context, which shares no data with other pages and saves no downloads. `scale`
   * is the number of device pixels for each CSS pixel. To close the page, close its context (`page.context()`).
   */
  newPage(view?: { width: number; height: number; scale: number }): Promise<Page>;
  /** Reads the current resource usage of the browser's processes. Takes 2 ms. */
  use(): Promise<BrowserUse>;
  close(): Promise<void>;
  /** Kills the browser's process group with SIGKILL, even when a page is busy. Pending calls on its pages reject. */
  kill(): Promise<void>;
}

const startLimitMs = 30_000;

/**
 * Starts the browser without a window. Takes 0.6 s. The browser ends at the latest when this process ends. `close` and
 * `kill` remove its profile folder. The browser's own sandbox is on. As root, this function starts the browser as the
 * user `nobody`, because Chromium refuses its sandbox for root. With the environment variable `HTML_SANDBOX=outer`, the
 * browser starts without its sandbox, for machines on which the sandbox is not possible. Throws `not_configured` when
 * there is no browser or it does not start.
 */
export async function openBrowser(options: BrowserOptions = {}): Promise<OpenBrowser> {
  const env = options.env ?? process.env;
  const executable = options.executable ?? findBrowser(env);
  if (executable === null)
    throw new FramemillError('not_configured', `No browser was found on this machine. ${howToGetBrowser}`);
  const isSandboxed = env.HTML_SANDBOX !== 'outer';
  const { wrapper, user, hasNoNetwork } = confinementHere(options.network === 'local');
  const profile = await makeProfileFolder(user);
  const flags = [
    ...browserFlags,
    ...(options.network === 'local' ? [] : offlineFlags),
    ...(options.stillPictures ? [stillImagesFlag] : []),
    ...(isSandboxed ? [] : ['--no-sandbox']),
    `--user-data-dir=${profile}`,
    'about:blank',
  ];
  const [program = '', ...args] = [
    ...wrapper.map((word, index) => (index === 0 ? onPath(word, env) : word)),
    executable,
    ...flags,
  ];
  const context = await start(program, args, profile, env).catch(async (cause: unknown) => {
    await rm(profile, { recursive: true, force: true });
    throw notStarted(executable, isSandboxed, cause);
  });
  const browser = context.browser();
  if (browser === null) {
    const message = `The browser ${executable} was started, but cannot be controlled. Use another: ${howToGetBrowser}`;
    throw new FramemillError('internal_error', message);
  }
  const group = await processGroupOf(browser);
  // The browser leads a session of its own: it keeps the priority of this process.
  giveWay(group, 0);
  return {
    version: browser.version(),
    executable,
    isSandboxed,
    hasNoNetwork,
    async newPage({ width, height, scale } = { width: 1280, height: 720, scale: 1 }) {
      const view = { viewport: { width, height }, deviceScaleFactor: scale };
      // Otherwise a page could fill the disk.
      const own = await browser.newContext({ ...view, acceptDownloads: false });
      return own.newPage();
    },
    use: () => browserUse(browser),
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
    async kill() {
      const gone = new Promise<void>((resolve) => {
        if (browser.isConnected()) browser.once('disconnected', () => resolve());
        else resolve();
      });
      killGroup(group);
      await gone;
      await rm(profile, { recursive: true, force: true });
    },
  };
}

async function start(
  program: string,
  args: string[],
  profile: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<BrowserContext> {
  // The driver library is loaded only by processes that start a browser.
  const { chromium } = await import('playwright-core');
  return chromium.launchPersistentContext(profile, {
    executablePath: program,
    args,
    // The library's own list of flags differs between versions, and here a wrapper precedes the browser.
    ignoreDefaultArgs: true,
    chromiumSandbox: true,
    // Nothing of this process's environment: a page that breaks out finds no credential.
    env: { PATH: env.PATH ?? '', HOME: profile, TMPDIR: profile, TZ: 'UTC', LANG: 'C.UTF-8' },
    viewport: null,
    // Otherwise it leaves a folder behind when this process is killed.
    artifactsDir: profile,
    timeout: startLimitMs,
    // This process handles its signals itself: the browser ends with its pipe.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

// The library requires a path, not a name.
function onPath(program: string, env: Readonly<Record<string, string | undefined>>): string {
  const folders = (env.PATH ?? '').split(delimiter);
  const found = ['/usr/bin', '/bin', ...folders].map((folder) => join(folder, program));
  return found.find((file) => existsSync(file)) ?? program;
}

function notStarted(executable: string, isSandboxed: boolean, cause: unknown): FramemillError {
  const said =
    cause instanceof Error
      ? (/No usable sandbox|Permission denied|cannot open|not found/i.exec(cause.message)?.[0] ?? '')
      : '';
  const advice = isSandboxed
    ? 'Its sandbox needs user namespaces. Allow them, or set HTML_SANDBOX=outer if this whole machine is a sandbox.'
    : 'Start it by hand to see the error.';
  return new FramemillError(
    'not_configured',
    `The browser ${executable} does not start (${said || 'unknown reason'}). ${advice}`,
    {},
    { cause },
  );
}

const prefix = 'framemill-browser-';

/**
 * Creates a folder for the profile of a browser. If `user` is not null, that user owns the folder, and the folder is in
 * /tmp, because `user` cannot enter the temporary folders of this process. Also removes profile folders of processes
 * that have ended.
 */
export async function makeProfileFolder(user: number | null): Promise<string> {
  const base = user === null ? tmpdir() : '/tmp';
  await sweep(base);
  const folder = await mkdtemp(join(base, `${prefix}${process.pid}-`));
  if (user !== null) await chown(folder, user, user);
  return folder;
}

async function sweep(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    // Folders of another user cannot be removed here; they do not prevent the start.
    await rm(join(base, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user cannot be signalled, but it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** User id of `nobody` on Linux, a user that owns no files. */
const nobody = 65_534;

/**
 * Maximum data size of each browser process, in bytes. A page that needs more fails alone instead of exhausting the
 * machine's memory.
 */
const mostBytes = 2 * 1024 ** 3;

/** Isolation of the browser from the rest of the machine: its command prefix, its user and its network. */
export interface Confinement {
  /** Program and arguments that precede the browser's command line. */
  readonly wrapper: readonly string[];
  /** User id with which the browser runs; null: the user id of this process. */
  readonly user: number | null;
  /** Whether the browser has an empty network namespace, which no packet can leave. */
  readonly hasNoNetwork: boolean;
}

/**
 * Determines how the browser can be isolated on this machine. As root the browser runs as `nobody`, because Chromium
 * refuses a sandbox for root. Unless `keepNetwork`, it gets an empty network namespace where one can be created (as
 * root, or with unprivileged user namespaces). On Linux each of its processes may have at most 2 GiB of data, because
 * the memory limit of the render process does not include them. The limit is not one of the address space, because
 * Chromium reserves far more of it than it uses and would not start.
 */
function confinementHere(keepNetwork: boolean): Confinement {
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
