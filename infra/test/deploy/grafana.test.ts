import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deploy, filesOf, readYaml, type Tree } from './deploy-files.ts';

const dashboards: [string, Tree][] = filesOf('grafana/dashboards', '.json').map((file) => [
  file,
  JSON.parse(readFileSync(path.join(deploy, file), 'utf8')),
]);
const [{ datasources }] = readYaml('grafana/provisioning/datasources/prometheus.yaml');
const [compose] = readYaml('compose.yaml');

describe('Grafana', () => {
  it('has dashboards for API, scheduler, farm, storage, providers and objectives, each with its own address', () => {
    expect(dashboards.map(([file]) => path.basename(file, '.json'))).toEqual([
      'api',
      'farm',
      'objectives',
      'providers',
      'scheduler',
      'storage',
    ]);
    expect(new Set(dashboards.map(([, { uid }]) => uid)).size).toBe(6);
  });

  it.each(dashboards)('%s: every panel has a title, a place, a unit and the provisioned source', (_, { panels }) => {
    const ids = panels.map((panel: Tree) => panel.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const panel of panels) {
      expect(panel.title).toMatch(/^[A-Z]/);
      expect(panel.gridPos.x + panel.gridPos.w).toBeLessThanOrEqual(24);
      expect(panel.fieldConfig.defaults.unit).toBeTruthy();
      expect([panel, ...panel.targets].map(({ datasource }: Tree) => datasource.uid)).toEqual(
        Array(panel.targets.length + 1).fill(datasources[0].uid),
      );
    }
  });

  it.each(dashboards)('%s: no panel lies on another', (_, { panels }) => {
    const taken = new Set<string>();
    for (const { gridPos } of panels) {
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(taken.has(`${x},${y}`)).toBe(false);
          taken.add(`${x},${y}`);
        }
      }
    }
  });

  it('finds its dashboards and Prometheus where compose puts them', () => {
    const [{ providers }] = readYaml('grafana/provisioning/dashboards/framemill.yaml');
    const mounts = compose.services.grafana.volumes.map((mount: string) => mount.split(':')[1]);
    expect(mounts).toContain(providers[0].options.path);
    expect(mounts).toContain('/etc/grafana/provisioning');
    expect(new URL(datasources[0].url).hostname in compose.services).toBe(true);
  });
});
