import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

/**
 * Variables of this script, which render processes of tests preload with `--import`. It makes the GPU device fail at
 * submission number LOSE_DEVICE_AT of a process. With LOSE_DEVICE_ONCE, the path of a file that does not exist yet,
 * only the first process that gets that far loses its device.
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
