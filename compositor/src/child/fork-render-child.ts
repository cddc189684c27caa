// Starts the program of render processes. Loads little, so that a command can start one before it loads itself.
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { compileCache, programFile } from '../engine/program-file.ts';

export { browserEnvironment } from '../chromium/find-browser.ts';

/** Environment of a render process. */
export interface ForkOptions {
  /**
   * Environment of the child. Nothing is inherited, so that no credential is accessible to media decoders. Default:
   * only Node's compile cache and the settings of malloc.
   */
  env?: Record<string, string>;
  cwd?: string;
  /** Whether the child gets its own process group, so that `kill` also ends everything it started. Default false. */
  detached?: boolean;
}

// Encoders and decoders are created for every segment: x264 takes 210 MB at 1080p, in blocks of up to 14 MB. The
// process keeps this memory: freed pages would have to be cleared again a second later, 3 to 9 % of a render's time for
// 70 MB less at its peak. Larger blocks, those of 4K, get separate mappings: in the heap they leave holes that the next
// ones do not fit in. With pages of 2 MB a mapping costs next to nothing to set up, and frames cause fewer TLB misses
// than in pages of 4 kB. One heap serves all threads: an encoder on another thread would keep another 200 MB in a
// second heap. Read by glibc only.
const keepMemory = [
  'glibc.malloc.mmap_threshold=16777216',
  'glibc.malloc.trim_threshold=1073741824',
  'glibc.malloc.hugetlb=1',
  'glibc.malloc.arena_max=1',
].join(':');

// Objects live for a frame at most. A smaller nursery (MB; V8's default is 16) fits into the processor's cache, and a
// process takes 45 MB less.
const smallNursery = '--max-semi-space-size=2';

/**
 * Starts a process for `startRenderChild`, which is ready for its first task after about 0.15 s. It ends automatically
 * with this process, which it keeps alive until it is killed.
 */
export function forkRenderChild({ env, cwd, detached = false }: ForkOptions): ChildProcess {
  return fork(programFile('child') ?? fileURLToPath(new URL('./main.ts', import.meta.url)), [], {
    env: { NODE_COMPILE_CACHE: compileCache, GLIBC_TUNABLES: keepMemory, ...env },
    cwd,
    detached,
    execArgv: [smallNursery],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
}
