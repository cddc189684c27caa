import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Where Chromium's packages keep SwiftShader, a Vulkan device that computes on the processor, and a Vulkan loader beside it. */
const folders = ['/usr/lib/chromium', '/usr/lib/chromium-browser', '/opt/google/chrome'];
const icdFile = 'vk_swiftshader_icd.json';
const loaderFile = 'libvulkan.so.1';

// dlopen's RTLD_NOW and RTLD_NODELETE on Linux: the loader stays although it is no add-on of Node.
const openFlags = 0x1002;

/** The environment of a process that is to find SwiftShader and nothing else; null: this machine has none. For tests. */
export function softwareVulkan(): { VK_ICD_FILENAMES: string; LD_LIBRARY_PATH: string } | null {
  const folder = folders.find((one) => existsSync(join(one, icdFile)) && existsSync(join(one, loaderFile)));
  return folder ? { VK_ICD_FILENAMES: join(folder, icdFile), LD_LIBRARY_PATH: folder } : null;
}

/** Makes this process find SwiftShader instead of a graphics card; false: this machine has none. Before the first device is opened, on the main thread. */
export function useSoftwareVulkan(): boolean {
  const found = softwareVulkan();
  if (!found) return false;
  process.env.VK_ICD_FILENAMES = found.VK_ICD_FILENAMES;
  try {
    process.dlopen({ exports: {} }, join(found.LD_LIBRARY_PATH, loaderFile), openFlags);
  } catch {
    // No add-on, says Node; the library is loaded all the same.
  }
  return true;
}
