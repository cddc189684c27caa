import { createRandom } from '@framemill/scheduler/simulator';
import { audit } from './audit/audit.ts';
import type { AuditLine } from './audit/checks.ts';
import { startSampler } from './audit/sampler.ts';
import { type Reference, undisturbed } from './load.ts';
import type { ChaosOptions } from './options.ts';
import { scenarios } from './scenarios/index.ts';
import type { Row, Scenario, ScenarioContext } from './scenarios/scenario.ts';
import { type ChaosStack, openChaosStack } from './stack/chaos-stack.ts';
import type { ChaosServices } from './stack/services.ts';

/** Verdict of a check. `slow` means that a time limit was exceeded on a machine that may be busy. */
export type Verdict = 'ok' | 'failed' | 'slow';

/** Figure measured by a scenario, with its verdict. */
export interface JudgedRow extends Row {
  readonly verdict: Verdict;
}

/** Result of a scenario. `error` is not null when the scenario was aborted. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly seconds: number;
  readonly rows: readonly JudgedRow[];
  readonly audit: readonly AuditLine[];
  readonly error: string | null;
}

/**
 * Runs the chosen scenarios one after the other, each followed by an audit. After an aborted scenario the next one
 * starts with a fresh stack.
 */
export async function runChaos(
  root: string,
  options: ChaosOptions,
  log: (line: string) => void,
): Promise<ScenarioResult[]> {
  const results: ScenarioResult[] = [];
  let stack: ChaosStack<ChaosServices> | null = null;
  let references: readonly Reference[] | null = null;
  const closeStack = async () => {
    const open = stack;
    stack = null;
    await open?.close();
  };
  try {
    for (const scenario of scenarios.filter(({ name }) => options.only.includes(name))) {
      stack ??= await openWithScheduler(root);
      references ??= await referenceRenders(stack, log);
      const result = await runScenario(scenario, { root, stack, references, options, log });
      results.push(result);
      tell(result, log);
      if (result.error !== null) await closeStack();
    }
  } finally {
    await closeStack();
  }
  return results;
}

async function openWithScheduler(root: string): Promise<ChaosStack<ChaosServices>> {
  const stack = await openChaosStack(root);
  try {
    await stack.startScheduler();
    return stack;
  } catch (error) {
    await stack.close();
    throw error;
  }
}

async function referenceRenders(stack: ChaosStack, log: (line: string) => void): Promise<Reference[]> {
  await stack.singleNodes(1);
  const references = await undisturbed(stack);
  for (const { name, sha256 } of references) log(`undisturbed: ${name} ${sha256.slice(0, 16)}`);
  return references;
}

async function runScenario(
  scenario: Scenario,
  { options, ...shared }: Pick<ScenarioContext, 'root' | 'stack' | 'references' | 'log'> & { options: ChaosOptions },
): Promise<ScenarioResult> {
  const { stack } = shared;
  const startedAt = performance.now();
  const nodes = await stack.singleNodes(scenario.nodes);
  const sampler = startSampler(stack);
  const seconds = () => (performance.now() - startedAt) / 1000;
  // The scenario's rows are kept: they help to explain an aborted audit.
  let judged: JudgedRow[] = [];
  try {
    const rows = await scenario.run({ ...shared, ...options, nodes, random: createRandom(options.seed) });
    await sampler.stop();
    judged = rows.map((row) => ({ ...row, verdict: judge(row, options.tolerant) }));
    const lines = await audit(stack, sampler.samples());
    return { scenario: scenario.name, seconds: seconds(), rows: judged, audit: lines, error: null };
  } catch (error) {
    await sampler.stop();
    return { scenario: scenario.name, seconds: seconds(), rows: judged, audit: [], error: explain(error) };
  }
}

function judge({ ok, isTiming }: Row, tolerant: boolean): Verdict {
  if (ok) return 'ok';
  return isTiming === true && tolerant ? 'slow' : 'failed';
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? error.message : `${error.message} Because: ${explain(error.cause)}`;
}

function tell({ scenario, seconds, rows, audit: lines, error }: ScenarioResult, log: (line: string) => void): void {
  log(`${scenario} (${seconds.toFixed(0)} s)`);
  for (const { verdict, promise, figure, limit } of rows) log(`  ${marks[verdict]} ${promise}: ${figure} [${limit}]`);
  for (const { ok, check, found } of lines) log(`  ${marks[ok ? 'ok' : 'failed']} audit: ${check}: ${found}`);
  if (error !== null) log(`  ${marks.failed} ${error}`);
}

const marks: Record<Verdict, string> = { ok: 'ok    ', failed: 'FAILED', slow: 'slow  ' };
