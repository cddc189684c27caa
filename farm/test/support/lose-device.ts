import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Environment variables of this script, which tests load into render processes with `--import`. The GPU device of a
 * process fails at its submission number LOSE_DEVICE_AT. LOSE_DEVICE_ONCE is the path of a file that does not exist
 * yet; with it, only the first process to reach that submission loses its device.
 */
const { LOSE_DEVICE_AT, LOSE_DEVICE_ONCE } = process.env;
const library = createRequire(import.meta.resolve('@framemill/compositor/child')).resolve('webgpu');
const { globals } = await import(pathToFileURL(library).href);

const { requestDevice } = globals.GPUAdapter.prototype;
globals.GPUAdapter.prototype.requestDevice = async function request(...args: unknown[]): Promise<unknown> {
  const device = await requestDevice.apply(this, args);
  const { submit } = device.queue;
  let submissions = 0;
  device.queue.submit = (buffers: unknown) => {
    submissions += 1;
    submit.call(device.queue, buffers);
    if (submissions === Number(LOSE_DEVICE_AT) && isFirst()) device.destroy();
  };
  return device;
};

function isFirst(): boolean {
  if (LOSE_DEVICE_ONCE === undefined) return true;
  try {
    writeFileSync(LOSE_DEVICE_ONCE, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
