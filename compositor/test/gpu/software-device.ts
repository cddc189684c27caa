import { createGpuDevice, type GpuDevice } from '../../src/gpu/gpu-device.ts';
import { openDevice } from '../../src/gpu/open-device.ts';
import { softwareVulkan, useSoftwareVulkan } from '../../src/gpu/software-vulkan.ts';

/** The machine's own card instead: `benchmarks/gpu-check.sh`. */
const usesCard = process.env.GPU_TESTS === 'card';

/** Why tests of the graphics card are left out here; null: they run. */
export const withoutDevice: string | null =
  usesCard || softwareVulkan() ? null : "left out: Chromium's SwiftShader (package chromium-common) is not installed";

if (withoutDevice) console.warn(`Tests of the graphics card are ${withoutDevice}.`);

let opened: Promise<GpuDevice> | null = null;

/** The software device of this process. It is never closed: its pipelines serve one file after another. */
export function softwareDevice(): Promise<GpuDevice> {
  if (!usesCard) useSoftwareVulkan();
  opened ??= openDevice().then(({ device }) => createGpuDevice(device, { keptBytes: 64 * 1024 * 1024 }));
  return opened;
}
