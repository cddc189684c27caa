import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/** Facts of a machine that determine whether a GPU can be used. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  /** Whether the package `webgpu` is installed. */
  readonly hasLibrary: boolean;
  /** Whether the Vulkan loader (libvulkan.so.1) is in a system library folder. */
  readonly hasLoader: boolean;
  /** Paths of Vulkan driver manifests. */
  readonly drivers: readonly string[];
  /** Device files, such as `/dev/nvidia0` or `/dev/dri/renderD128`. */
  readonly devices: readonly string[];
  /** Whether environment variables name the drivers to use. A software driver then needs no device file. */
  readonly namesDrivers: boolean;
  readonly isContainer: boolean;
  /** Value of NVIDIA_DRIVER_CAPABILITIES; null when it is not set. */
  readonly capabilities: string | null;
}

const loaderFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/lib'];
const driverFolders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'];

/** Collects the facts from the file system and the environment. Starts no process. */
export function machineFacts(env: NodeJS.ProcessEnv = process.env): MachineFacts {
  const folders = [...(env.LD_LIBRARY_PATH?.split(':') ?? []), ...loaderFolders];
  const named = (env.VK_DRIVER_FILES ?? env.VK_ICD_FILENAMES ?? '').split(':').filter((file) => file !== '');
  return {
    platform: process.platform,
    hasLibrary: hasPackage('webgpu'),
    hasLoader: folders.some((folder) => folder !== '' && existsSync(join(folder, 'libvulkan.so.1'))),
    drivers: named.length > 0 ? named.filter((file) => existsSync(file)) : driverFolders.flatMap(filesIn),
    devices: [
      ...filesIn('/dev').filter((file) => /\/nvidia\d+$/.test(file)),
      ...filesIn('/dev/dri').filter((file) => /\/renderD\d+$/.test(file)),
    ],
    namesDrivers: named.length > 0,
    isContainer: existsSync('/.dockerenv') || existsSync('/run/.containerenv') || 'KUBERNETES_SERVICE_HOST' in env,
    capabilities: env.NVIDIA_DRIVER_CAPABILITIES ?? null,
  };
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function hasPackage(name: string): boolean {
  try {
    createRequire(import.meta.url).resolve(name);
    return true;
  } catch {
    return false;
  }
}
