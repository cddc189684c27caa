import { describe } from 'vitest';
import { createGpuBackend } from '../../src/gpu/gpu-backend.ts';
import { backendContract } from '../backend-contract.ts';
import { softwareDevice, withoutDevice } from './software-device.ts';

describe.skipIf(withoutDevice)('on a software device', () => {
  backendContract('a graphics card', async () => createGpuBackend(await softwareDevice()), { levels: 2 });
});
