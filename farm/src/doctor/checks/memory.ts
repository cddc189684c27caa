import { freemem, totalmem } from 'node:os';
import type { Check } from '../check.ts';

/** Number of children in addition to the slots: previews, probes and two ingests, when they all run at once. */
const otherChildren = 4;

/** Compares the memory that all children may use together with the memory of this machine or its container. */
export const memory: Check = {
  name: 'memory',
  async run({ settings }) {
    // Node.js returns 0 or a huge number when no limit is set.
    const limit = process.constrainedMemory();
    const totalBytes = limit > 0 && limit < totalmem() ? limit : totalmem();
    const neededBytes = (settings.slots + otherChildren) * settings.childMemoryBytes;
    const details = { totalBytes, freeBytes: freemem(), childBytes: settings.childMemoryBytes, neededBytes };
    const text = `${gigabytes(totalBytes)} in all, ${gigabytes(freemem())} free; a child may take ${gigabytes(settings.childMemoryBytes)}`;
    if (neededBytes <= totalBytes) return { verdict: 'ok', text, details };
    const advice = `${settings.slots} slots and ${otherChildren} other children may take ${gigabytes(neededBytes)} together: lower SLOTS or CHILD_MEMORY_MB, or add memory`;
    return { verdict: 'warn', text: `${text}. ${advice}`, details };
  },
};

function gigabytes(bytes: number): string {
  return `${(bytes / 1024 ** 3).toFixed(1)} GiB`;
}
