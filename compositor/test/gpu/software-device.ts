import { softwareVulkan, useSoftwareVulkan } from '@framemill/testing/software-vulkan';
import { createGpuDevice, type GpuDevice } from '../../src/gpu/gpu-device.ts';
import { openDevice } from '../../src/gpu/open-device.ts';

/** Whether tests use the machine's own GPU instead of the software device, as in `benchmarks/gpu-check.sh`. */
const usesCard = process.env.GPU_TESTS === 'card';

/** Reason why GPU tests are skipped; null when they run. */
export const withoutDevice: string | null =
  usesCard || softwareVulkan() ? null : "left out: Chromium's SwiftShader (package chromium-common) is not installed";

if (withoutDevice) console.warn(`Tests of the graphics card are ${withoutDevice}.`);

let opened: Promise<GpuDevice> | null = null;

/**
 * Returns the software GPU device of this process. It is never closed, because its compiled pipelines are reused by
 * every test file.
 */
export function softwareDevice(): Promise<GpuDevice> {
  if (!usesCard) useSoftwareVulkan();
  opened ??= openDevice().then(({ device }) => createGpuDevice(device, { keptBytes: 64 * 1024 * 1024 }));
  return opened;
}
