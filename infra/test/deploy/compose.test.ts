import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { suiteFolder } from '@framemill/testing/folders';
import { DCLinter } from 'dclint';
import { describe, expect, it } from 'vitest';
import { loadConfig, variables } from '../../src/index.ts';
import { deploy, readYaml, type Tree } from './deploy-files.ts';
import { expectKnownVariables, expectProgram } from './processes.ts';

const [compose]: Tree[] = readYaml('compose.yaml');
const ours = ['migrate', 'api', 'scheduler', 'node', 'node-gpu'];
/** Returns the role whose database and Redis users a service uses. A node with a GPU has the same role as any node. */
const roleOf = (name: string) => (name === 'node-gpu' ? 'node' : name);
const services: [string, Tree][] = Object.entries(compose.services);
const folder = suiteFolder();
/** Returns the violations of the Compose specification's schema in a file. */
function schemaProblems(text: string): string[] {
  const file = path.join(folder, 'compose.yaml');
  writeFileSync(file, text);
  const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
  // Its own types do not resolve under Node's rules.
  const results: { messages: { rule: string; message: string }[] }[] = linter.lintFiles([file], false);
  return results
    .flatMap(({ messages }) => messages)
    .filter(({ rule }) => rule === 'invalid-schema' || rule === 'invalid-yaml')
    .map(({ message }) => message);
}

/**
 * Replaces the variables in a value: by their defaults, by a valid key for SECRETS_KEY, and by "secret" when there is
 * no default.
 */
function resolved(value: string): string {
  const key = Buffer.alloc(32, 'secret').toString('base64');
  return String(value).replaceAll(
    /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
    (_, name, fallback) => fallback ?? (name === 'SECRETS_KEY' ? key : 'secret'),
  );
}

describe('compose.yaml', () => {
  it('keeps to the schema of the Compose specification', () => {
    const text = readFileSync(path.join(deploy, 'compose.yaml'), 'utf8');
    expect(schemaProblems(text)).toEqual([]);
    expect(schemaProblems(text.replace('stop_grace_period: 20s', 'stop_grace_periods: 20s'))).not.toEqual([]);
  });

  it('gives our processes only variables that exist, with values that they take', () => {
    for (const name of ours) {
      const { environment } = compose.services[name];
      expectKnownVariables(Object.keys(environment));
      const env = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, resolved(String(value))]));
      const config = loadConfig(env);
      if (name === 'migrate') continue;
      expect(config.redis.url).toBe(`redis://${roleOf(name)}:secret@redis:6379`);
      expect(config.objects).toMatchObject({
        ...{ kind: 's3', bucket: 'framemill', endpoint: 'http://objects:9000' },
        credentials: { accessKeyId: `framemill-${roleOf(name)}` },
      });
    }
  });

  it('gives the key of the secrets to the API alone', () => {
    const holders = services.filter(([, { environment = {} }]) => 'SECRETS_KEY' in environment).map(([name]) => name);
    expect(holders).toEqual(['api']);
    expect(
      loadConfig({ SECRETS_KEY: resolved(compose.services.api.environment.SECRETS_KEY) }).secretsKeys,
    ).toHaveLength(1);
  });

  it('gives each role its own users, nodes no database, and puts no password on a command line', () => {
    const users = ours.map((name) => {
      const url: string | undefined = compose.services[name].environment.DATABASE_URL;
      return url === undefined ? null : new URL(resolved(url)).username;
    });
    expect(users).toEqual(['framemill', 'framemill_api', 'framemill_scheduler', null, null]);
    for (const [name, service] of services) {
      const words = JSON.stringify([service.command, service.entrypoint, service.healthcheck?.test]);
      expect(words, name).not.toMatch(/PASSWORD|SECRET|\$\{/);
    }
  });

  it('lets out the API alone: database, farm and metrics are networks without a way out', () => {
    const networks: [string, Tree | null][] = Object.entries(compose.networks);
    expect(networks.filter(([, network]) => network?.internal).map(([name]) => name)).toEqual([
      'database',
      'farm',
      'metrics',
    ]);
    const on = (network: string) =>
      services.filter(([, service]) => service.networks.includes(network)).map(([name]) => name);
    expect(on('edge')).toEqual(['api', 'grafana']);
    expect(on('database')).toEqual(['postgres', 'migrate', 'api', 'scheduler']);
    expect(on('farm')).toEqual(['redis', 'objects', 'bucket', 'api', 'scheduler', 'node', 'node-gpu']);
  });

  it('asks for every password and has a place for each in the example', () => {
    const text = readFileSync(path.join(deploy, 'compose.yaml'), 'utf8');
    const named = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
    const example = readFileSync(path.join(deploy, 'compose.env.example'), 'utf8');
    const offered = [...example.matchAll(/^(\w+)=(.*)$/gm)];
    expect([...named].sort()).toEqual(offered.map(([, name]) => name).sort());
    for (const [, name, value] of offered) {
      if (/_(PASSWORD|KEY)$/.test(name ?? '')) expect(text).toContain(`\${${name}:?`);
      else expect(value).not.toBe('');
    }
  });

  it('points every address at a service, and every mount at a file that is there', () => {
    const hosts = services.flatMap(([, { environment = {} }]) =>
      Object.values(environment).flatMap((value) => {
        const host = /:\/\/(?:[^@/]*@)?([a-z]+)(?=[:/])/.exec(resolved(String(value)))?.[1];
        return host === undefined || host === 'localhost' ? [] : [host];
      }),
    );
    expect(hosts.length).toBeGreaterThan(3);
    expect(hosts.filter((host) => !(host in compose.services))).toEqual([]);
    const files = services.flatMap(([, { volumes = [] }]) => volumes.map((mount: string) => mount.split(':')[0]));
    for (const file of files) {
      if (file.startsWith('.')) expect(existsSync(path.join(deploy, file)), file).toBe(true);
      else expect(Object.keys(compose.volumes)).toContain(file);
    }
  });

  it('lets Prometheus find every process of ours on its metrics port', () => {
    const [{ scrape_configs }] = readYaml('prometheus/prometheus.yml');
    const scraped = scrape_configs.map((scrape: Tree) => scrape.dns_sd_configs[0]);
    expect(scraped.map(({ names }: Tree) => names[0]).sort()).toEqual(['api', 'node', 'scheduler']);
    for (const { port } of scraped) expect(port).toBe(variables.METRICS_PORT.fallback);
    const shared = compose.services.prometheus.networks;
    for (const name of ['api', 'scheduler', 'node']) {
      expect(compose.services[name].networks.some((network: string) => shared.includes(network))).toBe(true);
    }
  });

  it('publishes the API and Grafana on one address only, and pins every image', () => {
    const published = services.flatMap(([name, { ports = [] }]) => ports.map((port: string) => [name, resolved(port)]));
    expect(published).toEqual([
      ['api', `127.0.0.1:${variables.PORT.fallback}:${variables.PORT.fallback}`],
      ['grafana', '127.0.0.1:3000:3000'],
    ]);
    for (const [name, { image }] of services) if (!ours.includes(name)) expect(image).toMatch(/:.*\d/);
  });

  it('starts our processes after what they need, without rights, and gives them time to stop', () => {
    expectProgram(compose.services.migrate.command);
    for (const name of ['api', 'scheduler', 'node']) {
      const service = compose.services[name];
      expect(service.build.target).toBe(name);
      expect(existsSync(path.join(deploy, service.build.context, service.build.dockerfile))).toBe(true);
      expect(service.depends_on.migrate.condition).toBe('service_completed_successfully');
      expect(service.cap_drop).toEqual(['ALL']);
      // More than the processes take themselves: SHUTDOWN_TIMEOUT_MS.
      expect(Number.parseInt(service.stop_grace_period, 10)).toBeGreaterThan(
        variables.SHUTDOWN_TIMEOUT_MS.fallback / 1_000,
      );
    }
  });
});
