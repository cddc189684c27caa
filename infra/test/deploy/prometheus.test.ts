import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { deploy, filesOf, readYaml, root, type Tree } from './deploy-files.ts';
import { metricsIn, panelExpressions, ruleExpressions } from './metric-names.ts';

const folder = suiteFolder();
function promtool(...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: deploy, encoding: 'utf8' });
  if (error)
    throw new Error('promtool is missing. Run "npm run setup -- --tests", which installs it.', { cause: error });
  return { code: status, output: stdout + stderr };
}

const rules = ruleExpressions();
const alerts = rules.flatMap(({ where }) => (where.startsWith('Framemill') ? [where] : []));

/** Returns the metrics from which an alert or a recorded series is computed, through all recording rules. */
function figuresOf(name: string): string[] {
  const computed = rules.filter(({ where }) => where === name);
  if (computed.length === 0) return [name];
  return computed.flatMap(({ text }) => metricsIn(text)).flatMap(({ name: part }) => figuresOf(part));
}

/** Returns all cases of alerts, with the names of the series that they are given. */
function alertCases(): { alert: string; isFiring: boolean; series: Set<string> }[] {
  const tests: Tree[] = filesOf('prometheus/tests', '.yml').flatMap((file) => readYaml(file)[0].tests);
  return tests.flatMap(({ input_series, alert_rule_test = [] }) => {
    const series = new Set<string>(input_series.map((one: Tree) => one.series.split('{')[0]));
    return alert_rule_test.map(({ alertname, exp_alerts }: Tree) => {
      return { alert: alertname, isFiring: exp_alerts.length > 0, series };
    });
  });
}

describe('Prometheus', () => {
  it('takes the scrape configuration and all rules', () => {
    const { code, output } = promtool('check', 'config', 'prometheus/prometheus.yml');
    expect(output).toContain('3 rule files found');
    expect(code, output).toBe(0);
  });

  it('evaluates the rules as their cases say', () => {
    const { code, output } = promtool('test', 'rules', ...filesOf('prometheus/tests', '.yml'));
    expect(code, output).toBe(0);
  });

  it('has for every alert a case that fires, and one with figures within its limit that does not', () => {
    const cases = alertCases();
    const fires = new Set(cases.filter(({ isFiring }) => isFiring).map(({ alert }) => alert));
    expect(alerts.length).toBeGreaterThan(20);
    expect(alerts.filter((alert) => !fires.has(alert))).toEqual([]);
    // Without figures an alert would be silent in any case.
    const isQuiet = (alert: string) =>
      cases.some(
        (one) => one.alert === alert && !one.isFiring && figuresOf(alert).every((name) => one.series.has(name)),
      );
    expect(alerts.filter((alert) => !isQuiet(alert))).toEqual([]);
  });

  it('has a section of the runbook for every alert, and none for others', () => {
    const text = readFileSync(path.join(root, 'docs/runbook.md'), 'utf8');
    const sections = [...text.matchAll(/^### (\w+)\n\n((?:[^\n#].*\n?)+)/gm)];
    expect(sections.map(([, alert]) => alert).sort()).toEqual([...alerts].sort());
    for (const [, alert, paragraph = ''] of sections) expect(paragraph.length, alert).toBeGreaterThan(150);
  });

  it('has a panel with every figure that an alert compares', () => {
    const shown = panelExpressions().flatMap(({ text }) => metricsIn(text));
    const names = new Set(shown.flatMap(({ name }) => [name, ...figuresOf(name)]));
    const compared = rules.filter(({ where }) => alerts.includes(where));
    const unseen = compared.flatMap(({ where, text }) =>
      metricsIn(text).flatMap(({ name }) => (names.has(name) ? [] : `${where}: ${name}`)),
    );
    expect(unseen).toEqual([]);
  });

  it('can parse the expression of every panel', () => {
    const expressions = panelExpressions();
    expect(expressions.length).toBeGreaterThan(50);
    const rules = expressions.map(({ text }, index) => ({ record: `panel:${index}`, expr: text }));
    const file = path.join(folder, 'panels.yml');
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules }] }));
    const good = promtool('check', 'rules', file);
    expect(good.code, good.output).toBe(0);
    writeFileSync(file, stringify({ groups: [{ name: 'panels', rules: [{ record: 'a', expr: 'sum(rate(x)' }] }] }));
    expect(promtool('check', 'rules', file).code).toBe(1);
  });
});
