import { readFileSync } from 'node:fs';
import path from 'node:path';
import { metricFamily } from '../../src/index.ts';
import { deploy, filesOf, readYaml, type Tree } from './deploy-files.ts';

/** An expression somewhere in the deployment, with where it stands. */
export interface Expression {
  where: string;
  text: string;
}

/** Every panel's expressions. */
export function panelExpressions(): Expression[] {
  return filesOf('grafana/dashboards', '.json').flatMap((file) => {
    const { panels }: Tree = JSON.parse(readFileSync(path.join(deploy, file), 'utf8'));
    return panels.flatMap((panel: Tree) =>
      panel.targets.map((target: Tree) => ({ where: `${file}: ${panel.title}`, text: target.expr })),
    );
  });
}

/** Every expression of the recording and alert rules. */
export function ruleExpressions(): Expression[] {
  return rules().map((rule) => ({ where: rule.record ?? rule.alert, text: rule.expr }));
}

/** Names that recording rules make, with the labels that are left on them. */
export function recordedNames(): string[] {
  return rules().flatMap((rule) => rule.record ?? []);
}

function rules(): Tree[] {
  return filesOf('prometheus/rules', '.yml').flatMap((file) =>
    readYaml(file)[0].groups.flatMap((group: Tree) => group.rules),
  );
}

/** A metric that an expression names, with the labels that it selects or groups by right beside it. */
export interface NamedMetric {
  name: string;
  labels: string[];
}

/**
 * The metrics in an expression: every word that is no function, keyword or label. Labels are those in the braces behind
 * the name. Good enough for our expressions; promtool parses them for real.
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
 * Labels that a sample may have beside those of its metric: given by Prometheus, by the process or by the histogram.
 */
const commonLabels = ['instance', 'job', 'process', 'le', 'quantile'];

/** Our metrics by the names of their series: a histogram has three. */
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
