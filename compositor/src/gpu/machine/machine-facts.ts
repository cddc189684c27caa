import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

/** What of a machine decides whether a graphics card can be used. */
export interface MachineFacts {
  readonly platform: NodeJS.Platform;
  /** The package `webgpu` is installed. */
  readonly hasLibrary: boolean;
  /** The Vulkan loader (libvulkan.so.1) is where the system looks for it. */
  readonly hasLoader: boolean;
  /** Names of files that describe Vulkan drivers. */
  readonly drivers: readonly string[];
  /** Device files: `/dev/nvidia0`, `/dev/dri/renderD128` ... */
  readonly devices: readonly string[];
  /** The environment names the drivers to use: what stands in for a card needs no device file. */
  readonly namesDrivers: boolean;
  readonly isContainer: boolean;
  /** NVIDIA_DRIVER_CAPABILITIES; null: not set. */
  readonly capabilities: string | null;
}

const loaderFolders = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib', '/lib'];
const driverFolders = ['/usr/share/vulkan/icd.d', '/etc/vulkan/icd.d', '/usr/local/share/vulkan/icd.d'];

/** Looks around on this machine. Starts nothing. */
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
