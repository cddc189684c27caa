import { createCpuBackend } from '../src/cpu/cpu-backend.ts';
import { backendContract } from './backend-contract.ts';

backendContract('the processor', createCpuBackend, { levels: 1 });
