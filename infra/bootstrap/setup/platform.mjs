import { statfsSync } from 'node:fs';
import { SetupProblem } from './run-command.mjs';

const minimumNode = 20;
const supported = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

/** Free disk space in bytes that an installation requires, including a reserve for the first render. */
export const neededBytes = 3e9;

/**
 * Throws `SetupProblem` when Framemill cannot run here because of the system, the processor, the C library or Node.
 * @param {{ platform: string; arch: string; nodeVersion: string; musl: boolean }} machine
 */
export function checkPlatform(machine) {
  const name = `${machine.platform}-${machine.arch}`;
  if (!supported.includes(name)) {
    throw new SetupProblem(
      `Framemill does not run on ${name}. Use Linux or macOS on x64 or arm64 (on Windows: WSL 2).`,
    );
  }
  if (machine.musl) {
    throw new SetupProblem('Framemill needs glibc; this Linux uses musl. Use Debian, Ubuntu or another glibc system.');
  }
  if (majorOf(machine.nodeVersion) < minimumNode) {
    throw new SetupProblem(
      `Node ${machine.nodeVersion} is too old. Install Node ${minimumNode} or newer, then run the same command again.`,
    );
  }
}

/** Returns the properties of this machine that `checkPlatform` needs. */
export function thisMachine() {
  return { platform: process.platform, arch: process.arch, nodeVersion: process.versions.node, musl: usesMusl() };
}

function usesMusl() {
  if (process.platform !== 'linux') return false;
  // Without this the report would look up the addresses of the machine's networks.
  Object.assign(process.report, { excludeNetwork: true });
  /** @type {{ header?: { glibcVersionRuntime?: string } }} */
  const report = process.report.getReport();
  return report.header?.glibcVersionRuntime === undefined;
}

/**
 * Throws `SetupProblem` when the disk of `folder` has less than `bytes` free.
 * @param {string} folder
 * @param {number} bytes
 */
export function checkDiskSpace(folder, bytes) {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (free >= bytes) return;
  throw new SetupProblem(
    `Only ${(free / 1e9).toFixed(1)} GB are free on the disk of ${folder}; the set-up needs ` +
      `${(bytes / 1e9).toFixed(1)} GB. Free some space first.`,
  );
}

/** @param {string} version */
export function majorOf(version) {
  return Number.parseInt(version, 10);
}
