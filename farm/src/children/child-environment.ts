/** Names of the environment variables that the node passes to a render child. None of them can contain a credential. */
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
 * Returns the complete environment of a render child: a few variables of `env`, the child's writable folder as home and
 * temporary folder, and a fixed time zone. A media decoder that a malicious file exploits thus finds no service URLs or
 * credentials there.
 */
export function childEnvironment(env: NodeJS.ProcessEnv, folder: string): Record<string, string> {
  const result: Record<string, string> = { HOME: folder, TMPDIR: folder, TZ: 'UTC' };
  for (const name of passedOn) {
    const value = env[name];
    if (value !== undefined) result[name] = value;
  }
  return result;
}
