import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { ScaledObject } from '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject';
import { PodMonitor } from '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor';
import { Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap';
import { Namespace } from 'kubernetes-models/v1/Namespace';
import { Secret } from 'kubernetes-models/v1/Secret';
import { Service } from 'kubernetes-models/v1/Service';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { loadConfig, variables, version } from '../../src/index.ts';
import { deploy, manifestFiles, optionalFolders, readYaml, recordedIn, root, type Tree } from './deploy-files.ts';
import { expectKnownVariables, expectProgram } from './processes.ts';

const [kustomization]: Tree[] = readYaml('kubernetes/kustomization.yaml');
const objects: Tree[] = [...manifestFiles(), 'secret.example.yaml'].flatMap((file) => readYaml(`kubernetes/${file}`));
const find = (kind: string, name: string): Tree =>
  objects.find((object) => object.kind === kind && object.metadata.name === name);

/** Model and type declarations of each Kubernetes kind; a manifest of a kind that is missing here fails the suite. */
const models: Record<string, { Model: new (object: Tree) => { validate(): void }; types: string }> = {
  Namespace: { Model: Namespace, types: 'kubernetes-models/v1/Namespace' },
  ConfigMap: { Model: ConfigMap, types: 'kubernetes-models/v1/ConfigMap' },
  Secret: { Model: Secret, types: 'kubernetes-models/v1/Secret' },
  Service: { Model: Service, types: 'kubernetes-models/v1/Service' },
  Deployment: { Model: Deployment, types: 'kubernetes-models/apps/v1/Deployment' },
  StatefulSet: { Model: StatefulSet, types: 'kubernetes-models/apps/v1/StatefulSet' },
  Job: { Model: Job, types: 'kubernetes-models/batch/v1/Job' },
  PodDisruptionBudget: { Model: PodDisruptionBudget, types: 'kubernetes-models/policy/v1/PodDisruptionBudget' },
  NetworkPolicy: { Model: NetworkPolicy, types: 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy' },
  Ingress: { Model: Ingress, types: 'kubernetes-models/networking.k8s.io/v1/Ingress' },
  PodMonitor: {
    Model: PodMonitor,
    types: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PodMonitor',
  },
  ScaledObject: { Model: ScaledObject, types: '@kubernetes-models/keda/keda.sh/v1alpha1/ScaledObject' },
};

function modelOf(object: Tree) {
  const model = models[object.kind];
  if (model === undefined) throw new Error(`There is no model of ${object.kind} here.`);
  return model;
}

const hasKubectl = spawnSync('kubectl', ['kustomize', '--help']).error === undefined;
if (!hasKubectl) console.warn('Kubernetes: no folder was built with kustomize: there is no kubectl here.');

/** Returns the objects that `kubectl kustomize` builds from a folder. */
function built(name: string): Tree[] {
  const { status, stdout, stderr } = spawnSync('kubectl', ['kustomize', path.join(deploy, name)], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

const folder = suiteFolder();
/**
 * Type-checks objects against the models and returns the errors. This finds misspelt fields, which the schemas allow.
 */
function typeProblems(checked: Tree[]): string {
  symlinkSync(path.join(root, 'infra/node_modules'), path.join(folder, 'node_modules'));
  const lines = checked.flatMap((object, index) => [
    `import type { I${object.kind} as Kind${index} } from '${modelOf(object).types}';`,
    `export const object${index}: Kind${index} = ${JSON.stringify(object)};`,
  ]);
  writeFileSync(path.join(folder, 'objects.ts'), lines.join('\n'));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
  const { stdout } = spawnSync(process.execPath, [tsc, ...flags, 'objects.ts'], { cwd: folder, encoding: 'utf8' });
  rmSync(path.join(folder, 'node_modules'));
  return stdout;
}

describe('the Kubernetes manifests', () => {
  it.each(objects.map((object) => [`${object.kind} ${object.metadata.name}`, object]))(
    '%s keeps to its schema',
    (_, object) => {
      const { Model } = modelOf(object);
      new Model(object).validate();
    },
  );

  it('have no field that Kubernetes does not know', () => {
    expect(typeProblems(objects)).toBe('');
    const misspelt = structuredClone(find('Deployment', 'node'));
    misspelt.spec.template.spec.terminationGracePeriod = 30;
    expect(typeProblems([misspelt])).toContain('terminationGracePeriod');
  });

  it.each(['api', 'scheduler', 'node', 'node-html', 'node-gpu'])(
    'run %s with variables that exist, on its ports, without rights',
    (name) => {
      const { spec } = find('Deployment', name).spec.template;
      const env: Record<string, string> = {};
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        for (const { configMapRef, secretRef } of container.envFrom) {
          Object.assign(
            env,
            configMapRef ? find('ConfigMap', configMapRef.name).data : find('Secret', secretRef.name).stringData,
          );
        }
        for (const { name: variable, value } of container.env ?? []) env[variable] = value ?? 'pod-name-1';
        if (container.args) expectProgram(container.args);
        expect(container.securityContext).toMatchObject({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
        });
        expect(container.volumeMounts.map(({ mountPath }: Tree) => mountPath)).toContain('/data');
      }
      expectKnownVariables(Object.keys(env));
      expect(() => loadConfig(env)).not.toThrow();
      expect('DATABASE_URL' in env).toBe(!name.startsWith('node'));
      expect(spec.securityContext.runAsNonRoot).toBe(true);
      const [main] = spec.containers;
      const ports = Object.fromEntries(main.ports.map((port: Tree) => [port.name, port.containerPort]));
      expect(ports.metrics).toBe(variables.METRICS_PORT.fallback);
      if (name === 'api') expect(ports.http).toBe(variables.PORT.fallback);
      expect([main.readinessProbe, main.livenessProbe].map(({ httpGet }) => httpGet.path)).toEqual([
        '/readyz',
        '/healthz',
      ]);
      expect(main.image).toBe(kustomization.images.find((image: Tree) => image.name === main.image)?.name);
    },
  );

  it('run the images of this version', () => {
    expect(kustomization.images.map(({ newTag }: Tree) => newTag)).toEqual(kustomization.images.map(() => version));
  });

  it('have selectors that find their pods', () => {
    for (const name of ['api', 'scheduler', 'node', 'node-html', 'node-gpu']) {
      const { selector, template } = find('Deployment', name).spec;
      expect(template.metadata.labels).toMatchObject(selector.matchLabels);
    }
    expect(find('Deployment', 'api').spec.template.metadata.labels).toMatchObject(find('Service', 'api').spec.selector);
  });

  it.each(['api', 'scheduler', 'node', 'node-html', 'node-gpu'])(
    'spread the pods of %s, and let few of them end at once',
    (name) => {
      const { selector, template } = find('Deployment', name).spec;
      const keys = ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'];
      const wanted = { maxSkew: 1, whenUnsatisfiable: 'ScheduleAnyway', labelSelector: selector };
      expect(template.spec.topologySpreadConstraints).toEqual(keys.map((topologyKey) => ({ ...wanted, topologyKey })));
      expect(find('PodDisruptionBudget', name).spec.selector).toEqual(selector);
      const { terminationGracePeriodSeconds: seconds = 30, containers } = template.spec;
      const pause = Number(/\d+$/.exec(containers[0].lifecycle?.preStop.exec.command.at(-1) ?? '')?.[0] ?? 0);
      if (name !== 'scheduler') expect(pause).toBeGreaterThan(0);
      // After the pause, a process stops in order, and a node waits for its children.
      expect(seconds).toBeGreaterThan(pause + variables.SHUTDOWN_TIMEOUT_MS.fallback / 1_000 + 5);
    },
  );

  it.skipIf(!hasKubectl)('are a base: kustomize builds them, each option, and an overlay with its differences', () => {
    const folders = ['kubernetes', ...optionalFolders('kubernetes').map((name) => `kubernetes/${name}`)];
    for (const folder of folders) expect(built(folder)).not.toEqual([]);
    const overlay = built('kubernetes-overlay');
    const found = (kind: string, name: string): Tree =>
      overlay.find((object) => object.kind === kind && object.metadata.name === name);
    expect(overlay).toHaveLength(built('kubernetes').length);
    expect(found('ConfigMap', 'framemill').data).toEqual({
      ...find('ConfigMap', 'framemill').data,
      API_HOST: 'https://films.example.org',
      S3_ENDPOINT: 'https://objects.example.org',
    });
    expect(found('Deployment', 'api').spec).toMatchObject({ replicas: 3 });
    const [{ image }] = found('Deployment', 'api').spec.template.spec.containers;
    expect(image).toBe(`registry.example.org/framemill-api:${version}`);
    expect(JSON.stringify(overlay)).not.toContain('203.0.113.');
    expect(optionalFolders('kubernetes-overlay')).toEqual(
      optionalFolders('kubernetes').map((name) => `../kubernetes/${name}`),
    );
  });

  it('offer every optional file, and lead the world and Prometheus to the pods', () => {
    const options = readdirSync(path.join(deploy, 'kubernetes/optional')).map((name) => `optional/${name}`);
    expect(optionalFolders('kubernetes').sort()).toEqual(options.sort());
    const { rules, tls } = find('Ingress', 'api').spec;
    const [{ backend }] = rules[0].http.paths;
    const service = find('Service', backend.service.name);
    expect(service.spec.ports.map(({ name }: Tree) => name)).toContain(backend.service.port.name);
    expect(find('ConfigMap', 'framemill').data.API_HOST).toBe(`https://${rules[0].host}`);
    expect(tls[0].hosts).toEqual([rules[0].host]);
    const monitor = find('PodMonitor', 'framemill').spec;
    const [{ port, relabelings }] = monitor.podMetricsEndpoints;
    const parts = objects.filter(({ kind }) => kind === 'Deployment').map(({ metadata }) => metadata.name);
    expect(monitor.selector.matchExpressions[0].values).toEqual(expect.arrayContaining(parts));
    for (const name of parts) {
      const { template } = find('Deployment', name).spec;
      expect(template.metadata.labels).toMatchObject({ ...monitor.selector.matchLabels, part: name });
      expect(template.spec.containers[0].ports.map((one: Tree) => one.name)).toContain(port);
    }
    // The alert on processes that do not answer goes by the job.
    expect(relabelings.find(({ targetLabel }: Tree) => targetLabel === 'job').replacement).toMatch(/^framemill-/);
  });

  it.each([
    ['node', 'cpu'],
    ['node-html', 'html'],
  ])('scale %s on the number that the scheduler asks for', (name, pool) => {
    const { spec } = find('ScaledObject', name);
    expect(spec.scaleTargetRef).toMatchObject({ kind: 'Deployment', name });
    expect(find('Deployment', name).spec.replicas).toBeUndefined();
    const [{ metadata }] = spec.triggers;
    expect(metadata.query).toContain(`farm_autoscale_desired_nodes{pool="${pool}"}`);
    expect(recordedIn('prometheus/rules/recording.yml')).toContain('farm_autoscale_desired_nodes');
    expect(metadata.threshold).toBe('1');
    const seconds = find('Deployment', name).spec.template.spec.terminationGracePeriodSeconds;
    expect(seconds).toBeGreaterThan(variables.SHUTDOWN_TIMEOUT_MS.fallback / 1_000);
  });
});
