import { installPrograms, isOnPath } from './system-packages.mjs';

const programs = /** @type {const} */ (['espeak-ng', 'pocketsphinx_continuous']);

/** Whether this machine can synthesize and recognize speech without a network. */
export function hasSpeech() {
  return missing().length === 0;
}

/**
 * Installs espeak-ng and pocketsphinx with its English model from apt, for the tests of speech. A machine without
 * these packages, or that may not install them, continues without: those tests report that they are skipped. On macOS
 * nothing is installed.
 * @param {(line: string) => void} say
 * @param {{ platform?: string, install?: (programs: ReturnType<typeof missing>) => Promise<unknown> }} [machine]
 */
export async function installSpeech(say, { platform = process.platform, install = installPrograms } = {}) {
  const without = 'the tests of speech are left out';
  if (platform !== 'linux') {
    say(`Set-up: ${missing().join(' and ')} is missing; ${without}.`);
    return;
  }
  try {
    await install(missing());
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    say(`Set-up: ${missing().join(' and ')} was not installed (${reason}); ${without}.`);
  }
}

function missing() {
  return programs.filter((program) => !isOnPath(program));
}
