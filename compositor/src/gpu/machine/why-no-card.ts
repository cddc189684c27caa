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
    return 'the package "webgpu" is not installed. Run "npm run setup" where optional packages may be installed.';
  }
  if (platform !== 'linux') return 'the system offers no adapter. Update the driver of the graphics card.';
  const nvidia = devices.some((file) => file.includes('nvidia'));
  if (devices.length === 0) {
    return isContainer
      ? 'no graphics card is passed into this container. Start it with "--gpus all" (NVIDIA) or "--device /dev/dri" (AMD, Intel); in Kubernetes ask for nvidia.com/gpu.'
      : 'this machine has no graphics card that the system knows (no /dev/nvidia0, no /dev/dri/renderD128). Install the driver of the card, or go on with the processors.';
  }
  if (nvidia && isContainer && !allowsGraphics(capabilities)) {
    return `the container has the card without the capability "graphics" (NVIDIA_DRIVER_CAPABILITIES is ${capabilities === null ? 'not set' : `"${capabilities}"`}), so that Vulkan cannot reach it. Set NVIDIA_DRIVER_CAPABILITIES=compute,video,graphics,utility.`;
  }
  if (!hasLoader) return 'the Vulkan loader libvulkan.so.1 is missing. Install it: apt install libvulkan1.';
  if (drivers.length === 0) {
    return nvidia
      ? 'Vulkan knows no driver (nothing in /usr/share/vulkan/icd.d). Install the NVIDIA driver with its graphics part (nvidia_icd.json).'
      : 'Vulkan knows no driver (nothing in /usr/share/vulkan/icd.d). Install it: apt install mesa-vulkan-drivers.';
  }
  return `the Vulkan drivers (${drivers.join(', ')}) offer no adapter that WebGPU takes. Update the driver; "vulkaninfo --summary" says what it offers, and whether this user may open ${devices[0]}.`;
}

function allowsGraphics(capabilities: string | null): boolean {
  return (capabilities ?? '').split(',').some((name) => ['graphics', 'all'].includes(name.trim()));
}
