import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricFamily } from '../../src/index.ts';
import { deploy, filesOf, readYaml, type Tree } from './deploy-files.ts';

/** PromQL expression of the deployment, and where it occurs. */
export interface Expression {
  where: string;
  text: string;
}

/** Returns the expressions of all dashboard panels. */
export function panelExpressions(): Expression[] {
  return filesOf('grafana/dashboards', '.json').flatMap((file) => {
    const { panels }: Tree = JSON.parse(readFileSync(path.join(deploy, file), 'utf8'));
    return panels.flatMap((panel: Tree) =>
      panel.targets.map((target: Tree) => ({ where: `${file}: ${panel.title}`, text: target.expr })),
    );
  });
}

/** Returns the expressions of all recording and alert rules. */
export function ruleExpressions(): Expression[] {
  return rules().map((rule) => ({ where: rule.record ?? rule.alert, text: rule.expr }));
}

/** Returns the names of the series that recording rules create, with the labels that these series have. */
export function recordedNames(): string[] {
  return rules().flatMap((rule) => rule.record ?? []);
}

function rules(): Tree[] {
  return filesOf('prometheus/rules', '.yml').flatMap((file) =>
    readYaml(file)[0].groups.flatMap((group: Tree) => group.rules),
  );
}

/** Metric in an expression, with the labels that the expression selects or groups it by directly after the name. */
export interface NamedMetric {
  name: string;
  labels: string[];
}

/**
 * Returns the metrics in an expression: every word that is no function, keyword or label. Labels are those in the
 * braces after the name. This suffices for Framemill's expressions; promtool parses them completely.
 */
export function metricsIn(text: string): NamedMetric[] {
  const withoutStrings = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
  const withoutGroups = withoutStrings.replaceAll(
    /\b(?:by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g,
    ' ',
  );
  const found: NamedMetric[] = [];
  for (const match of withoutGroups.matchAll(/([a-zA-Z_:][\w:]*)\s*(\{[^}]*\}|\[|\()?/g)) {
    const [, name = '', tail = ''] = match;
    if (tail === '(' || ['and', 'or', 'unless', 'bool', 'offset'].includes(name)) continue;
    if (/^\d|^[smhd]$/.test(name)) continue;
    const labels = [...tail.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label);
    found.push({ name, labels });
  }
  return found;
}

/**
 * Labels that a sample may have in addition to those of its metric: added by Prometheus, by the process or by the
 * histogram.
 */
const commonLabels = ['instance', 'job', 'process', 'le', 'quantile'];

/** Returns the labels of Framemill's metrics by the names of their time series. A histogram has three series. */
export function seriesOfFamily(): Map<string, string[]> {
  const series = new Map<string, string[]>();
  for (const metric of Object.values(metricFamily)) {
    const labels = [...metric.labels, ...commonLabels];
    for (const suffix of 'buckets' in metric ? ['_bucket', '_sum', '_count'] : ['']) {
      series.set(metric.name + suffix, labels);
    }
  }
  return series;
}
