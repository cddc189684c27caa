import { expect, test } from 'vitest';
import { certainlyNoGpu, gpuUnavailableReason, type MachineFacts } from './unavailable-reason.ts';

const bare: MachineFacts = {
  platform: 'linux',
  hasLibrary: true,
  hasLoader: true,
  drivers: ['/usr/share/vulkan/icd.d/nvidia_icd.json'],
  devices: ['/dev/nvidia0', '/dev/dri/renderD128'],
  namesDrivers: false,
  isContainer: false,
  capabilities: null,
};

test.each<[string, Partial<MachineFacts>, RegExp]>([
  ['the package is missing', { hasLibrary: false }, /"webgpu" is not installed.*npm run setup/],
  ['there is no card', { devices: [] }, /the system has no GPU device.*Install the GPU driver/],
  ['the container got no card', { devices: [], isContainer: true }, /"--gpus all".*nvidia.com\/gpu/],
  [
    'the container lacks a capability',
    { isContainer: true, capabilities: 'compute,utility' },
    /is "compute,utility".*Set NVIDIA_DRIVER_CAPABILITIES=compute,video,graphics,utility/,
  ],
  ['the container names no capabilities', { isContainer: true }, /NVIDIA_DRIVER_CAPABILITIES is not set/],
  ['there is no loader', { hasLoader: false }, /apt install libvulkan1/],
  ['NVIDIA has no Vulkan driver', { drivers: [] }, /nvidia_icd\.json/],
  ['AMD or Intel has no Vulkan driver', { drivers: [], devices: ['/dev/dri/renderD128'] }, /mesa-vulkan-drivers/],
  ['the driver is refused', {}, /nvidia_icd\.json.*Update the driver.*\/dev\/nvidia0/],
  ['another system has none', { platform: 'darwin' }, /Update the GPU driver/],
])('says in words that %s, and what to do', (_, fields, words) => {
  expect(gpuUnavailableReason({ ...bare, ...fields })).toMatch(words);
});

test('a container with all capabilities is not blamed for them', () => {
  expect(gpuUnavailableReason({ ...bare, isContainer: true, capabilities: 'all' })).not.toContain('capability');
});

test('a card is looked for where there may be one, and nothing is opened where there is none', () => {
  expect(certainlyNoGpu(bare)).toBe(false);
  expect(certainlyNoGpu({ ...bare, devices: [] })).toBe(true);
  expect(certainlyNoGpu({ ...bare, devices: [], namesDrivers: true })).toBe(false);
  expect(certainlyNoGpu({ ...bare, devices: [], platform: 'darwin' })).toBe(false);
  expect(certainlyNoGpu({ ...bare, hasLibrary: false })).toBe(true);
});
