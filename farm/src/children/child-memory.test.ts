import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { testFolder } from '@framemill/testing/folders';
import { beforeEach, expect, it } from 'vitest';
import { type KernelFiles, kernelKills, kernelKillsSince } from './child-memory.ts';

let folder: string;
let files: KernelFiles;
beforeEach(async () => {
  folder = testFolder();
  const at = (name: string) => path.join(folder, name);
  files = { cgroups: at('cgroup'), ownCgroup: at('own'), vmstat: at('vmstat') };
});

async function write(file: string, text: string): Promise<void> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true });
  await writeFile(target, text);
}

const vmstat = 'nr_free_pages 12\noom_kill 40\n';

it('reads the control group of version 2 before the machine', async () => {
  await write('own', '0::/farm/node\n');
  await write('cgroup/farm/node/memory.events', 'low 0\nhigh 3\nmax 17\noom 2\noom_kill 2\noom_group_kill 0\n');
  await write('vmstat', vmstat);
  expect(await kernelKills(files)).toBe(2);
});

it('reads the control group of version 1', async () => {
  await write('own', '9:name=systemd:/\n4:memory:/farm/node\n0::/\n');
  await write('cgroup/memory/farm/node/memory.oom_control', 'oom_kill_disable 0\nunder_oom 0\noom_kill 5\n');
  await write('vmstat', vmstat);
  expect(await kernelKills(files)).toBe(5);
});

it('finds the group of a container at the top, where its path is that of the host', async () => {
  await write('own', '0::/system.slice/docker-1234.scope\n');
  await write('cgroup/memory.events', 'oom_kill 3\n');
  await write('vmstat', vmstat);
  expect(await kernelKills(files)).toBe(3);
});

it('reads the machine where no control group counts', async () => {
  await write('own', '0::/\n');
  await write('vmstat', vmstat);
  expect(await kernelKills(files)).toBe(40);
});

it('says null where nothing can be read', async () => {
  expect(await kernelKills(files)).toBeNull();
  expect(await kernelKillsSince(3, files)).toBeNull();
});

it('counts what came since', async () => {
  await write('vmstat', vmstat);
  expect([await kernelKillsSince(38, files), await kernelKillsSince(40, files)]).toEqual([2, 0]);
  expect(await kernelKillsSince(null, files)).toBeNull();
});

it.skipIf(process.platform !== 'linux')('can be read on this Linux', async () => {
  expect(await kernelKills()).toBeGreaterThanOrEqual(0);
});
