import type { MachineFacts } from './machine-facts.ts';

/**
 * Whether it is certain, without opening a device, that no GPU can be used. Avoids the library's own error output in
 * that case.
 */
export function surelyNoCard({ platform, hasLibrary, devices, namesDrivers }: MachineFacts): boolean {
  return !hasLibrary || (platform === 'linux' && devices.length === 0 && !namesDrivers);
}

/** Explains in words why no GPU can be used and what to do. For use when WebGPU found no adapter. */
export function whyNoCard(facts: MachineFacts): string {
  const { platform, hasLibrary, hasLoader, drivers, devices, isContainer, capabilities } = facts;
  if (!hasLibrary) {
    return 'the package "webgpu" is not installed. Run "npm run setup" with optional packages allowed.';
  }
  if (platform !== 'linux') return 'the system has no GPU adapter. Update the GPU driver.';
  const nvidia = devices.some((file) => file.includes('nvidia'));
  if (devices.length === 0) {
    return isContainer
      ? 'this container has no GPU. Start it with "--gpus all" (NVIDIA) or "--device /dev/dri" (AMD, Intel), or request nvidia.com/gpu in Kubernetes.'
      : 'the system has no GPU device (neither /dev/nvidia0 nor /dev/dri/renderD128). Install the GPU driver, or render on the CPU.';
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
      ? 'no Vulkan driver is installed (/usr/share/vulkan/icd.d is empty). Install the NVIDIA driver with its graphics libraries (nvidia_icd.json).'
      : 'no Vulkan driver is installed (/usr/share/vulkan/icd.d is empty). Install one: apt install mesa-vulkan-drivers.';
  }
  return (
    `the Vulkan drivers (${drivers.join(', ')}) have no adapter for WebGPU. Update the driver. ` +
    `Run "vulkaninfo --summary" to list the adapters, and check that this user may open ${devices[0]}.`
  );
}

function allowsGraphics(capabilities: string | null): boolean {
  return (capabilities ?? '').split(',').some((name) => ['graphics', 'all'].includes(name.trim()));
}
