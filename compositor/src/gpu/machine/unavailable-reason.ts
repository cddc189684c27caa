import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/**
 * Whether it is certain, without opening a device, that no GPU can be used. The device is then not opened, which avoids
 * error output of the WebGPU library.
 */
export function certainlyNoGpu({ platform, hasLibrary, devices, namesDrivers }: MachineFacts): boolean {
  return !hasLibrary || (platform === 'linux' && devices.length === 0 && !namesDrivers);
}

/** Returns an explanation, for users, why no GPU can be used and what to do. Call it when WebGPU found no adapter. */
export function gpuUnavailableReason(facts: MachineFacts): string {
  const { platform, hasLibrary, hasLoader, drivers, devices, isContainer, capabilities } = facts;
  if (!hasLibrary) {
    return 'the package "webgpu" is not installed. Run "npm run setup" with optional packages allowed.';
  }
  if (platform !== 'linux') return 'the system has no GPU adapter. Update the GPU driver.';
  const nvidia = devices.some((file) => file.includes('nvidia'));
  if (devices.length === 0) {
    return isContainer
      ? 'this container has no GPU. Start it with "--gpus all" (NVIDIA) or "--device /dev/dri" (AMD, Intel), or ' +
          'request nvidia.com/gpu in Kubernetes.'
      : 'the system has no GPU device (neither /dev/nvidia0 nor /dev/dri/renderD128). Install the GPU driver, or ' +
          'render on the CPU.';
  }
  if (nvidia && isContainer && !allowsGraphics(capabilities)) {
    const current = capabilities === null ? 'not set' : `"${capabilities}"`;
    return (
      `this container lacks the GPU capability "graphics" (NVIDIA_DRIVER_CAPABILITIES is ${current}). ` +
      'Set NVIDIA_DRIVER_CAPABILITIES=compute,video,graphics,utility.'
    );
  }
  if (!hasLoader) return 'the Vulkan loader libvulkan.so.1 is missing. Install it: apt install libvulkan1.';
  if (drivers.length === 0) {
    return nvidia
      ? 'no Vulkan driver is installed (/usr/share/vulkan/icd.d is empty). Install the NVIDIA driver with its ' +
          'graphics libraries (nvidia_icd.json).'
      : 'no Vulkan driver is installed (/usr/share/vulkan/icd.d is empty). Install one: apt install ' +
          'mesa-vulkan-drivers.';
  }
  return (
    `the Vulkan drivers (${drivers.join(', ')}) have no adapter for WebGPU. Update the driver. ` +
    `Run "vulkaninfo --summary" to list the adapters, and check that this user may open ${devices[0]}.`
  );
}

function allowsGraphics(capabilities: string | null): boolean {
  return (capabilities ?? '').split(',').some((name) => ['graphics', 'all'].includes(name.trim()));
}

/** Properties of a machine that determine whether a GPU can be used. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  /** Whether the package `webgpu` is installed. */
  readonly hasLibrary: boolean;
  /** Whether the Vulkan loader (libvulkan.so.1) is in a system library folder. */
  readonly hasLoader: boolean;
  /** Paths of the Vulkan driver manifests (JSON files). */
  readonly drivers: readonly string[];
  /** Device files, such as `/dev/nvidia0` or `/dev/dri/renderD128`. */
  readonly devices: readonly string[];
  /**
   * Whether environment variables name the Vulkan drivers to use. A software driver then works without device files.
   */
  readonly namesDrivers: boolean;
  readonly isContainer: boolean;
  /** Value of NVIDIA_DRIVER_CAPABILITIES; null when it is not set. */
  readonly capabilities: string | null;
}

const loaderFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/lib'];
const driverFolders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'];

/**
 * Collects the properties of this machine that determine whether a GPU can be used, such as its drivers and devices.
 * Only reads the file system and the environment; starts no process.
 */
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
