import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { readModule } from '../kernels/load-kernels.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import { dependencies, engineCode } from './code-hash.ts';

/**
 * Computes a hash (hex, 64 characters) of everything outside of a project that determines the bytes of a render with
 * software encoders: the rendering code, the WebAssembly kernels, the versions of the libraries and of Node, the
 * processor, and the C libraries of the system. Unlike `engineFingerprint`, it renders nothing. It therefore takes only
 * 10 ms and loads no native code, but machines that render equal bytes may have different hashes.
 */
export function machineEngine(): string {
  const { arch, platform, versions } = process;
  const machine = { arch, platform, versions, processor: processor(), libraries: libraries() };
  return createHash('sha256')
    .update(canonicalJson({ code: engineCode(), dependencies, ...machine }))
    .update(readModule())
    .digest('hex');
}

// The codec libraries select their functions by these features, and their floating-point results may differ.
const features =
  /^(vendor_id|cpu family|model|stepping|flags|Features|CPU (implementer|architecture|variant|part)) *\t?:/;

/** Returns the models and features of the processor's cores, without duplicates. */
function processor(): string[] {
  const lines = linesOf('/proc/cpuinfo')?.filter((line) => features.test(line));
  return [...new Set(lines ?? cpus().map(({ model }) => model))].sort();
}

const library = /\/(lib(c|m|stdc\+\+|gcc_s)(-[.\d]+)?|ld[-.\w]*)\.so[.\d]*$/;

/**
 * Returns path, size and modification time of the C and C++ libraries that every Node process loads at its start,
 * because their mathematical functions may differ between versions. On other systems than Linux these libraries belong
 * to the system, so its version is returned.
 */
function libraries(): unknown {
  const maps = linesOf('/proc/self/maps');
  if (maps === null) return release();
  const files = maps.filter((line) => library.test(line)).map((line) => line.slice(line.indexOf('/')));
  return [...new Set(files)].sort().map((file) => {
    const found = statSync(file, { throwIfNoEntry: false });
    return [file, found?.size, found?.mtimeMs];
  });
}

function linesOf(path: string): string[] | null {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return null;
  }
}
