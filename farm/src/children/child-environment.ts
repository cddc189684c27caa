/** Variables of the agent that a render child may see: none of them can carry a credential. */
const passedOn = [
  'PATH',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'SYSTEMROOT',
  'CHROMIUM_PATH',
  'HTML_SANDBOX',
  'ALLOW_NONFREE',
  'GPU_MEMORY_MB',
  'GPU_SOFTWARE',
  'HARDWARE_ENCODERS',
  'VK_DRIVER_FILES',
  'VK_ICD_FILENAMES',
  'NVIDIA_DRIVER_CAPABILITIES',
];

/**
 * The whole environment of a render child: a short list from `env`, the folder that it may write to as home and
 * temporary folder, and a fixed time zone. Media code that is taken over by a hostile file finds no URL and no key.
 */
export function childEnvironment(env: NodeJS.ProcessEnv, folder: string): Record<string, string> {
  const result: Record<string, string> = { HOME: folder, TMPDIR: folder, TZ: 'UTC' };
  for (const name of passedOn) {
    const value = env[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
