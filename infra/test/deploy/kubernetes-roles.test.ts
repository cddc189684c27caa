import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deploy, manifestFiles, readYaml, type Tree } from './deploy-files.ts';
import { expectProgram } from './processes.ts';

const [kustomization]: Tree[] = readYaml('kubernetes/kustomization.yaml');
const objects: Tree[] = [...manifestFiles(), 'secret.example.yaml'].flatMap((file) => readYaml(`kubernetes/${file}`));
const all = (kind: string): Tree[] => objects.filter((object) => object.kind === kind);
/** Pod templates of the manifests, by their label `part`. */
const pods = new Map<string, Tree>(
  objects.flatMap(({ spec }) => (spec?.template ? [[spec.template.metadata.labels.part, spec.template]] : [])),
);

/** Returns the names of the secrets that a pod reads as variables or mounts as files. */
function secretsOf({ spec }: Tree): string[] {
  const text = JSON.stringify(spec);
  const found = [...text.matchAll(/"(?:secretRef|secretKeyRef)":\{[^}]*"name":"([^"]+)"/g)].map(([, name]) => name);
  const mounted = (spec.volumes ?? []).flatMap(({ secret }: Tree) => (secret ? [secret.secretName] : []));
  return [...new Set([...found, ...mounted])];
}

function secret(name: string): Record<string, string> {
  return all('Secret').find(({ metadata }) => metadata.name === `framemill-${name}`)?.stringData;
}

describe('pods', () => {
  it('migrate as a program of ours, and the API waits for that', () => {
    const [job] = pods.get('migrate')?.spec.containers ?? [];
    const [wait] = pods.get('api')?.spec.initContainers ?? [];
    expect([job, wait].map(({ args }) => args.slice(1))).toEqual([
      ['database', 'migrate'],
      ['database', 'check'],
    ]);
    for (const { args } of [job, wait]) expect(expectProgram(args)).toBe('api/src/admin/main.ts');
  });

  it('read the secret of their own role, and no other', () => {
    const read = Object.fromEntries([...pods].map(([part, pod]) => [part, secretsOf(pod)]));
    expect(read).toEqual({
      api: ['framemill-api'],
      scheduler: ['framemill-scheduler'],
      node: ['framemill-node'],
      'node-html': ['framemill-node'],
      'node-gpu': ['framemill-node'],
      migrate: ['framemill-owner'],
      redis: ['framemill-redis'],
    });
    expect(all('Secret').map(({ metadata }) => metadata.name)).toHaveLength(5);
    for (const { spec } of pods.values()) expect(spec.automountServiceAccountToken).toBe(false);
  });

  it('have users of their own in Redis, in the store and, but for nodes, in the database', () => {
    for (const role of ['api', 'scheduler', 'node']) {
      const { REDIS_URL, S3_ACCESS_KEY_ID, DATABASE_URL } = secret(role);
      const redis = new URL(REDIS_URL ?? '');
      expect([redis.username, redis.password]).toEqual([role, secret('redis')[`REDIS_${role.toUpperCase()}_PASSWORD`]]);
      expect(S3_ACCESS_KEY_ID).toBe(`framemill-${role}`);
      const user = DATABASE_URL === undefined ? undefined : new URL(DATABASE_URL).username;
      expect(user).toBe(role === 'node' ? undefined : `framemill_${role}`);
    }
    // Redis itself has their passwords; apart from that none is in two secrets.
    const texts = ['owner', 'api', 'scheduler', 'node'].map((name) => Object.values(secret(name)).join(' '));
    const passwords = texts.flatMap((text) =>
      [...text.matchAll(/:([a-z-]+)@|(\S+-objects)/g)].map(([, a, b]) => a ?? b),
    );
    expect(passwords).toHaveLength(9);
    expect(new Set(passwords).size).toBe(9);
    expect(Object.keys(all('ConfigMap')[0].data).filter((name) => /PASSWORD|SECRET|KEY|URL/.test(name))).toEqual([]);
  });

  it('take the users of Redis from the very file that Compose takes', () => {
    expect(kustomization.resources).toContain('../redis');
    const [{ configMapGenerator }] = readYaml('redis/kustomization.yaml');
    expect(configMapGenerator).toEqual([{ name: 'redis', files: ['redis.conf', 'start.sh', 'users.acl'] }]);
    const { spec } = pods.get('redis') ?? {};
    const [container] = spec.containers;
    const [mount] = container.volumeMounts.filter(({ mountPath }: Tree) => mountPath === '/etc/redis');
    expect(spec.volumes.find(({ name }: Tree) => name === mount.name).configMap.name).toBe('redis');
    const [compose] = readYaml('compose.yaml');
    const { redis } = compose.services;
    expect(redis.volumes).toContain('./redis:/etc/redis:ro');
    expect(container).toMatchObject({ image: redis.image, command: redis.entrypoint, args: redis.command });
    const wanted = [...readFileSync(path.join(deploy, 'redis/users.acl'), 'utf8').matchAll(/<(\w+)>/g)];
    expect(wanted.map(([, name]) => name)).toEqual(Object.keys(secret('redis')));
    expect(Object.keys(redis.environment)).toEqual(Object.keys(secret('redis')));
  });
});

/** Whether the selector of a policy matches the pods with the label `part`. */
function selects({ matchLabels = {}, matchExpressions = [] }: Tree, part: string): boolean {
  const labels: Record<string, string> = { app: 'framemill', part };
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, operator, values }: Tree) => {
      if (operator !== 'In') throw new Error(`The operator ${operator} is not known here.`);
      return values.includes(labels[key]);
    })
  );
}

/** Describes the peer of a network policy rule: its address range, its namespace, or the parts that it selects. */
function peerOf({ ipBlock, podSelector, namespaceSelector }: Tree): string {
  if (ipBlock) return ipBlock.cidr + (ipBlock.except ? ` but ${ipBlock.except.length} networks` : '');
  if (namespaceSelector) return `namespace ${namespaceSelector.matchLabels['kubernetes.io/metadata.name']}`;
  return [...pods.keys()].filter((part) => selects(podSelector, part)).join(' ');
}

/** Returns the connections that the network policies allow a pod, as sorted `peer:port`. */
function allowed(part: string, direction: 'ingress' | 'egress'): string[] {
  const side = direction === 'ingress' ? 'from' : 'to';
  const policies = all('NetworkPolicy').filter(({ spec }) => selects(spec.podSelector, part));
  const rules = policies.flatMap(({ spec }) => spec[direction] ?? []);
  return rules
    .flatMap(({ ports, ...rule }: Tree) =>
      (rule[side] ?? [null]).flatMap((peer: Tree) =>
        ports.map(({ port }: Tree) => `${peer === null ? 'anybody' : peerOf(peer)}:${port}`),
      ),
    )
    .filter((line: string, index: number, lines: string[]) => lines.indexOf(line) === index)
    .sort();
}

describe('the network', () => {
  const names = 'namespace kube-system:53';
  const redis = 'redis:redis';
  const [database, store] = ['203.0.113.10/32:5432', '203.0.113.20/32:443'];
  const outside = ['0.0.0.0/0 but 7 networks:443', '0.0.0.0/0 but 7 networks:80'];

  it('is closed in both directions for every pod of the namespace but for what is said', () => {
    const [deny] = all('NetworkPolicy').filter(({ metadata }) => metadata.name === 'default-deny');
    expect(deny.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    // A rule counts only when its policy is about its direction.
    for (const { spec } of all('NetworkPolicy')) {
      expect(spec.policyTypes.includes('Ingress')).toBe('ingress' in spec || spec === deny.spec);
      expect(spec.policyTypes.includes('Egress')).toBe('egress' in spec || spec === deny.spec);
    }
  });

  it.each([
    ['api', [database, store, redis, names, ...outside]],
    ['scheduler', [database, store, redis, names]],
    ['node', [store, redis, names]],
    ['node-html', [store, redis, names]],
    ['node-gpu', [store, redis, names]],
    ['migrate', [database, names]],
    ['redis', []],
  ])('lets %s call what its role needs', (part, expected) => {
    expect(allowed(part, 'egress')).toEqual([...expected].sort());
  });

  it.each([
    ['api', ['anybody:http', 'namespace monitoring:metrics']],
    ['scheduler', ['namespace monitoring:metrics']],
    ['node', ['namespace monitoring:metrics']],
    ['node-html', ['namespace monitoring:metrics']],
    ['node-gpu', ['namespace monitoring:metrics']],
    ['migrate', []],
    ['redis', ['api scheduler node node-html node-gpu:redis']],
  ])('lets nobody but these call %s', (part, expected) => {
    expect(allowed(part, 'ingress')).toEqual(expected);
  });

  it('has a port of each name on the pods that it names', () => {
    for (const [part, pod] of pods) {
      const ports = pod.spec.containers.flatMap(({ ports = [] }: Tree) => ports.map(({ name }: Tree) => name));
      const named = allowed(part, 'ingress').map((line) => line.split(':')[1]);
      expect(ports.sort()).toEqual([...named].sort());
    }
  });
});
