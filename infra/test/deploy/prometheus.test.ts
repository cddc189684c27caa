import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { deploy, filesOf, readYaml } from './deploy-files.ts';
import { panelExpressions } from './metric-names.ts';

const folder = suiteFolder();
function promtool(...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr, error } = spawnSync('promtool', args, { cwd: deploy, encoding: 'utf8' });
  if (error)
    throw new Error('promtool is missing. Run "npm run setup -- --tests", which installs it.', { cause: error });
  return { code: status, output: stdout + stderr };
}

describe('Prometheus', () => {
  it('takes the scrape configuration and all rules', () => {
    const { code, output } = promtool('check', 'config', 'prometheus/prometheus.yml');
    expect(output).toContain('2 rule files found');
    expect(code, output).toBe(0);
  });

  it('evaluates the rules as their cases say', { timeout: 120_000 }, () => {
    const { code, output } = promtool('test', 'rules', ...filesOf('prometheus/tests', '.yml'));
    expect(code, output).toBe(0);
  });

  it('has a case for every alert', () => {
    const alerts = readYaml('prometheus/rules/alerts.yml')[0].groups.flatMap((group: { rules: { alert: string }[] }) =>
      group.rules.map(({ alert }) => alert),
    );
    const cases = readYaml('prometheus/tests/alerts.test.yml')[0].tests.flatMap(
      (test: { alert_rule_test: { alertname: string; exp_alerts: unknown[] }[] }) =>
        test.alert_rule_test.filter(({ exp_alerts }) => exp_alerts.length > 0).map(({ alertname }) => alertname),
    );
    expect(alerts.length).toBeGreaterThan(10);
    expect(alerts.filter((alert: string) => !cases.includes(alert))).toEqual([]);
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
