import { describe, expect, it } from 'vitest';
import { createMetrics, metricFamily } from '../../src/index.ts';
import { readYaml } from './deploy-files.ts';
import { metricsIn, panelExpressions, recordedNames, ruleExpressions, seriesOfFamily } from './metric-names.ts';

const series = seriesOfFamily();
const recorded = new Set(recordedNames());

/** Returns the names of metrics that are not in `metricFamily`: Node's default metrics and `up` of Prometheus. */
async function otherNames(): Promise<Set<string>> {
  const { registry } = createMetrics('test');
  const names = (await registry.getMetricsAsJSON()).map(({ name }) => name);
  return new Set([...names.filter((name) => !name.startsWith('framemill_')), 'up']);
}

describe('every metric that is named', () => {
  it.each([
    ['by panels', panelExpressions()],
    ['by recording rules and alerts', ruleExpressions()],
    ['by the autoscaler', [{ where: 'node-autoscale', text: autoscalerQuery() }]],
  ])('%s exists in code or is recorded, with the labels it is selected by', async (_, expressions) => {
    const others = await otherNames();
    expect(expressions.length).toBeGreaterThan(0);
    const unknown = expressions.flatMap(({ where, text }) =>
      metricsIn(text)
        .filter(({ name }) => !series.has(name) && !recorded.has(name) && !others.has(name))
        .map(({ name }) => `${where}: ${name}`),
    );
    expect(unknown).toEqual([]);
    const wrongLabels = expressions.flatMap(({ where, text }) =>
      metricsIn(text).flatMap(({ name, labels }) =>
        labels
          .filter((label) => series.get(name)?.includes(label) === false)
          .map((label) => `${where}: ${name}{${label}}`),
      ),
    );
    expect(wrongLabels).toEqual([]);
  });

  it('is recognised: names that do not exist are found, and functions, labels and numbers are no names', () => {
    const text =
      'sum by (le, route) (rate(framemill_x_bucket{route=~"a.*", b!="c"}[5m])) / (a:b > 0.5) and on (pool) up';
    expect(metricsIn(text)).toEqual([
      { name: 'framemill_x_bucket', labels: ['route', 'b'] },
      { name: 'a:b', labels: [] },
      { name: 'up', labels: [] },
    ]);
  });
});

describe('every metric of the family', () => {
  it('is shown on a dashboard or watched by an alert', () => {
    const named = new Set(
      [...panelExpressions(), ...ruleExpressions()].flatMap(({ text }) => metricsIn(text)).map(({ name }) => name),
    );
    const unseen = Object.values(metricFamily)
      .map(({ name }) => name)
      .filter((name) => !['', '_bucket', '_count', '_sum'].some((suffix) => named.has(name + suffix)));
    expect(unseen).toEqual([]);
  });
});

function autoscalerQuery(): string {
  return readYaml('kubernetes/node-autoscale.yaml')[0].spec.triggers[0].metadata.query;
}
