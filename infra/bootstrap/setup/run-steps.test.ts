import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { areDone, runSteps, type Step } from './run-steps.mjs';

let folder = '';
let seen: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'framemill-steps-'));
  seen = [];
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Creates a set-up step that records its begin and end, and ends when `until` resolves. */
function step(name: string, lane: Step['lane'], more: Partial<Step> & { until?: Promise<void> } = {}): Step {
  const { until, ...rest } = more;
  return {
    name,
    lane,
    what: name,
    inputs: () => ({ texts: ['same'] }),
    outputs: [],
    run: async () => {
      seen.push(`begin ${name}`);
      await until;
      seen.push(`end ${name}`);
    },
    ...rest,
  };
}

function run(steps: Step[], lines: string[] = []): Promise<void> {
  return runSteps(steps, {
    stampFile: path.join(folder, 'stamps.json'),
    say: (line) => lines.push(line),
  });
}

describe('the steps of the set-up', () => {
  it('run one after the other in a lane and side by side in two', async () => {
    // Each lane's first step ends when the other's has begun: one after the other they would wait for ever.
    const [project, system] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const begins = (mine: typeof project, other: typeof project) => async () => {
      mine.resolve();
      await other.promise;
    };
    await run([
      step('tools', 'project', { run: begins(project, system) }),
      step('packages', 'project'),
      step('programs', 'system', { run: begins(system, project) }),
      step('browser', 'system', { after: 'packages' }),
    ]);
    expect(seen).toEqual(['begin packages', 'end packages', 'begin browser', 'end browser']);
  });

  it('are looked at without writing anything', async () => {
    const stampFile = path.join(folder, 'stamps.json');
    const steps = [step('tools', 'project'), step('programs', 'system', { isDone: () => true })];
    expect(areDone(steps, stampFile)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
    await run(steps);
    expect(areDone(steps, stampFile)).toBe(true);
    expect(areDone([...steps, step('more', 'project')], stampFile)).toBe(false);
  });

  it('are done once, and told of with their time', async () => {
    const lines: string[] = [];
    const there = step('programs', 'system', { isDone: () => true });
    await run([step('tools', 'project'), there], lines);
    await run([step('tools', 'project'), there], lines);
    expect(seen).toEqual(['begin tools', 'end tools']);
    expect(lines).toEqual(['Set-up: tools ...', expect.stringMatching(/^Set-up: tools: done in 0\.\d s$/)]);
  });

  it('leave out what comes after a failure, let the other lane end and throw the failure', async () => {
    const failed = Promise.withResolvers<void>();
    const problem = new Error('no network');
    const fails = async () => {
      failed.resolve();
      throw problem;
    };
    const steps = [
      step('tools', 'project', { run: fails }),
      step('packages', 'project'),
      step('programs', 'system', { until: failed.promise }),
      step('browser', 'system', { after: 'packages' }),
    ];
    await expect(run(steps)).rejects.toBe(problem);
    expect(seen).toEqual(['begin programs', 'end programs']);
    // The next call does what was not done.
    await run(steps.map((one) => (one.name === 'tools' ? step('tools', 'project') : one)));
    expect(seen.slice(2)).toEqual(['tools', 'packages', 'browser'].flatMap((name) => [`begin ${name}`, `end ${name}`]));
  });
});
