import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Folders in which Chromium's packages install SwiftShader (a Vulkan device that computes on the CPU) and a Vulkan
 * loader.
 */
const folders = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const icdFile = 'vk_swiftshader_icd.json';
const loaderFile = 'libvulkan.so.1';

// RTLD_NOW and RTLD_NODELETE of dlopen on Linux: the library stays loaded although it is not a Node add-on.
const openFlags = 0x1002;

/**
 * Returns the environment variables with which a process uses only SwiftShader, a Vulkan device on the CPU; null when
 * SwiftShader is not installed. For tests.
 */
export function softwareVulkan(): { VK_ICD_FILENAMES: string; LD_LIBRARY_PATH: string } | null {
  const folder = folders.find((one) => existsSync(join(one, icdFile)) && existsSync(join(one, loaderFile)));
  return folder ? { VK_ICD_FILENAMES: join(folder, icdFile), LD_LIBRARY_PATH: folder } : null;
}

/**
 * Makes this process use SwiftShader, a Vulkan device on the CPU, instead of a GPU. Returns false when SwiftShader is
 * not installed. Must be called on the main thread before the first device is opened.
 */
export function useSoftwareVulkan(): boolean {
  const found = softwareVulkan();
  if (!found) return false;
  process.env.VK_ICD_FILENAMES = found.VK_ICD_FILENAMES;
  try {
    process.dlopen({ exports: {} }, join(found.LD_LIBRARY_PATH, loaderFile), openFlags);
  } catch {
    // Node reports that it is not an add-on, but the library is loaded anyway.
  }
  return true;
}
