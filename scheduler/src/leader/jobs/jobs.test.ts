import { expect, it } from 'vitest';
import { jobKinds, taskKinds } from '../../protocol/index.ts';
import { reconcilers, taskJobs } from './index.ts';

it('the leader completes the jobs of every kind of task', () => {
  expect(taskJobs.map(({ kind }) => kind)).toEqual(taskKinds);
});

it('the leader reconciles the jobs of every kind that works for a record', () => {
  const names = new Set(jobKinds.filter(({ completion }) => completion === 'record').map(({ jobName }) => jobName));
  expect(new Set(Object.keys(reconcilers))).toEqual(names);
});

it('each step that reconciles has a name of its own in the log', () => {
  const names = Object.values(reconcilers).map(({ name }) => name);
  expect(names).toEqual(['reconcileLateProbes', 'reconcileIngests', 'reconcileReports']);
});
