import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { runCommand, SetupProblem } from './run-command.mjs';

/** Programs that are not available from npm, with the name of their package for each package manager. */
const programs = {
  'redis-server': { apt: 'redis-server', brew: 'redis' },
  ffprobe: { apt: 'ffmpeg', brew: 'ffmpeg' },
  promtool: { apt: 'prometheus', brew: 'prometheus' },
  'chromium-headless-shell': { apt: 'chromium-headless-shell', brew: 'chromium' },
  chromium: { apt: 'chromium', brew: 'chromium' },
  'firefox-esr': { apt: 'firefox-esr', brew: 'firefox' },
  'espeak-ng': { apt: 'espeak-ng', brew: 'espeak-ng' },
  // The program is useless without a model.
  pocketsphinx_continuous: { apt: 'pocketsphinx pocketsphinx-en-us', brew: 'cmu-pocketsphinx' },
};

// Debian's package of promtool also starts a Prometheus server, which is not needed and therefore stopped. A server
// that ran before is never affected, because promtool would not have been missing.
const stopPrometheus = 'service prometheus stop; update-rc.d prometheus disable';

/**
 * Returns the required programs that are not on PATH.
 * @param {{ tests: boolean; ownRedis: boolean }} wanted
 * @param {string} [searchPath]
 * @returns {(keyof typeof programs)[]}
 */
export function missingPrograms({ tests, ownRedis }, searchPath = process.env.PATH ?? '') {
  /** @type {(keyof typeof programs)[]} */
  const names = [
    ...(ownRedis ? [/** @type {const} */ ('redis-server')] : []),
    ...(tests ? /** @type {const} */ (['ffprobe', 'promtool']) : []),
  ];
  return names.filter((name) => !isOnPath(name, searchPath));
}

/**
 * @param {string} name of a program
 * @param {string} [searchPath]
 */
export function isOnPath(name, searchPath = process.env.PATH ?? '') {
  return searchPath.split(path.delimiter).some((folder) => isExecutable(path.join(folder, name)));
}

/**
 * Plans the installation of programs on this machine. Returns the commands to run, or the advice to print when they
 * cannot be installed automatically.
 * @param {(keyof typeof programs)[]} missing
 * @param {{ platform: string; root: boolean; apt: boolean; brew: boolean; sudo: boolean }} machine
 */
export function planInstall(missing, machine) {
  if (machine.platform === 'darwin') {
    const packages = missing.map((name) => programs[name].brew);
    if (machine.brew) return { commands: [['brew', 'install', ...packages]] };
    return { advice: `Install Homebrew (https://brew.sh), then run: brew install ${packages.join(' ')}` };
  }
  const packages = missing.flatMap((name) => programs[name].apt.split(' '));
  if (!machine.apt) return { advice: `Install these with the package manager of this system: ${packages.join(', ')}` };
  const prefix = machine.root ? [] : ['sudo', '-n'];
  if (!machine.root && !machine.sudo)
    return { advice: `Run: sudo apt-get update && sudo apt-get install -y ${packages.join(' ')}` };
  return {
    commands: [
      [...prefix, 'apt-get', 'update', '-q'],
      [...prefix, 'apt-get', 'install', '-y', '-q', '--no-install-recommends', ...packages],
      ...(missing.includes('promtool') ? [[...prefix, 'sh', '-c', stopPrometheus]] : []),
    ],
  };
}

/**
 * Installs the missing programs. When that is not possible, throws `SetupProblem` with the command for the user to run.
 * @param {(keyof typeof programs)[]} missing
 */
export async function installPrograms(missing) {
  const plan = planInstall(missing, {
    platform: process.platform,
    root: process.getuid?.() === 0,
    apt: works('apt-get', ['--version']),
    brew: works('brew', ['--version']),
    sudo: works('sudo', ['-n', 'true']),
  });
  if (plan.commands === undefined)
    throw new SetupProblem(`${missing.join(' and ')} cannot be installed automatically. ${plan.advice}`);
  for (const [command = '', ...args] of plan.commands) {
    await runCommand(missing.join(' and '), command, args, {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
}

/**
 * @param {string} command
 * @param {string[]} args
 */
function works(command, args) {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** @param {string} file */
function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
