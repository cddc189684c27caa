import { FramemillError } from '@framemill/timeline/rendering';
import { isSoftwareAdapter, neededLimits } from './gpu-device.ts';
import type { AdapterFacts } from './machine/graphics-card.ts';

/** Opened device and a description of its adapter. */
export interface OpenedDevice {
  readonly device: GPUDevice;
  readonly adapter: AdapterFacts;
}

// Keeps the library's objects referenced: garbage collection of one would free its devices and crash the process.
const instances = new Set<GPU>();

/**
 * Opens the GPU through WebGPU (Vulkan on Linux, Metal on macOS, Direct3D 12 on Windows). Throws `not_configured`, with
 * advice in the message, when there is none.
 */
export async function openDevice(): Promise<OpenedDevice> {
  const { create, globals } = await loadLibrary();
  Object.assign(globalThis, globals);
  // Full timestamp resolution for passes: no untrusted code runs in this process.
  const instance = create(['disable-dawn-features=timestamp_quantization']);
  instances.add(instance);
  const adapter = await instance.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) throw noAdapter();
  const device = await adapter.requestDevice({
    requiredFeatures: adapter.features.has('timestamp-query') ? ['timestamp-query'] : [],
    requiredLimits: neededLimits(adapter),
  });
  return { device, adapter: factsOf(adapter.info) };
}

async function loadLibrary(): Promise<typeof import('webgpu')> {
  try {
    return await import('webgpu');
  } catch (cause) {
    throw new FramemillError(
      'not_configured',
      'This machine cannot render on a GPU, because the package "webgpu" is not installed. Run "npm run setup" ' +
        'with optional packages allowed.',
      {},
      { cause },
    );
  }
}

function noAdapter(): FramemillError {
  return new FramemillError(
    'not_configured',
    'No GPU can be used: WebGPU found no adapter. Install the GPU driver and the Vulkan loader (libvulkan1). Run ' +
      '"npm run node -- --doctor" to see what is missing.',
  );
}

function factsOf(info: GPUAdapterInfo): AdapterFacts {
  const { vendor, architecture, device, description } = info;
  return { vendor, architecture, name: device, driver: description, isSoftware: isSoftwareAdapter(info) };
}
