import { spawn } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DockerfileParser, type From, type Instruction } from 'dockerfile-ast';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planToolchain } from '../../bootstrap/setup/toolchain.mjs';
import { allocatorEnvironment, createMetrics, type MetricsServer, serveMetrics, variables } from '../../src/index.ts';
import { deploy, root } from './deploy-files.ts';
import { expectKnownVariables, expectProgram } from './processes.ts';

const text = readFileSync(path.join(deploy, 'docker/Dockerfile'), 'utf8');
const file = DockerfileParser.parse(text);

interface Stage {
  base: string;
  own: Instruction[];
  /** Instructions of this build stage, after those of the stages on which it is based. */
  all: Instruction[];
}

const stages = new Map<string, Stage>();
for (const instruction of file.getInstructions()) {
  if (instruction.getInstruction() === 'FROM') {
    const from = instruction as From;
    const base = from.getImage() ?? '';
    stages.set(from.getBuildStage() ?? '', { base, own: [], all: [...(stages.get(base)?.all ?? [])] });
  } else {
    const stage = [...stages.values()].at(-1);
    stage?.own.push(instruction);
    stage?.all.push(instruction);
  }
}
const named = (stage: string, name: string) =>
  (stages.get(stage)?.all ?? []).filter((instruction) => instruction.getInstruction() === name);
const rest = (instruction: Instruction | undefined) => instruction?.getArgumentsContent() ?? '';
/** Returns the lines of a file of the checkout that are neither empty nor comments. */
const linesOf = (name: string) =>
  readFileSync(path.join(root, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
const lastOf = (stage: string, name: string) => rest(named(stage, name).at(-1));

describe.each(['api', 'scheduler', 'node', 'node-html', 'node-gpu'])('the image %s', (target) => {
  it('runs a program of ours as a user without rights, with signals and orphans taken care of', () => {
    const words: string[] = [...JSON.parse(lastOf(target, 'ENTRYPOINT')), ...JSON.parse(lastOf(target, 'CMD'))];
    expect(words.slice(0, 3)).toEqual(['tini', '--', 'node']);
    expectProgram(words.slice(3));
    expect(lastOf(target, 'USER')).toBe('node');
    expect(lastOf(target, 'STOPSIGNAL')).toBe('SIGTERM');
    // From what changes seldom to what changes often; the sources, which come last, make no other layer anew.
    const copies = named(target, 'COPY').map(String);
    expect([copies[0], copies.at(-1)]).toEqual(['COPY --from=packages /app /app', 'COPY . .']);
  });

  it('sets only variables that exist, listens where it says, and is asked for its health', () => {
    const set = named(target, 'ENV').flatMap((instruction) => rest(instruction).split(/\s+/));
    const values = Object.fromEntries(set.map((pair) => pair.split('=')));
    // NVIDIA's are for its container runtime.
    expectKnownVariables(Object.keys(values).filter((name) => !name.startsWith('NVIDIA_')));
    if (target === 'api') expect(values).toMatchObject(allocatorEnvironment);
    const exposed = named(target, 'EXPOSE').map(rest);
    expect(exposed).toContain(values.METRICS_PORT);
    expect(exposed.includes(String(variables.PORT.fallback))).toBe(target === 'api');
    expect(values.HOST).toBe('0.0.0.0');
    const command: string[] = JSON.parse(lastOf(target, 'HEALTHCHECK').split('CMD ')[1] ?? '');
    expect(expectProgram(command.slice(1))).toBe('infra/deploy/docker/healthcheck.mjs');
  });
});

describe('speech without a provider', () => {
  const installed = (target: string) =>
    named(target, 'RUN').flatMap((run) => /apt-get install ([^&]*)/.exec(rest(run))?.[1]?.split(/[\s\\]+/) ?? []);

  it('is spoken by the API and written down by nodes: each image has the programs that its process starts', () => {
    expect(installed('api')).toContain('espeak-ng');
    expect(installed('api')).not.toContain('pocketsphinx');
    for (const target of ['node', 'node-html', 'node-gpu']) {
      expect(installed(target)).toEqual(expect.arrayContaining(['pocketsphinx', 'pocketsphinx-en-us']));
      expect(installed(target)).not.toContain('espeak-ng');
    }
    // Who starts them, in case that changes.
    const starts = (program: string) =>
      globSync('{api,farm,scheduler,compositor}/src/**/*.ts', { cwd: root })
        .filter((name) => !name.endsWith('.test.ts') && !name.includes('/doctor/'))
        .filter((name) => new RegExp(`'${program}'`).test(readFileSync(path.join(root, name), 'utf8')))
        .map((name) => name.split(path.sep)[0]);
    expect([...new Set(starts('espeak-ng'))]).toEqual(['api']);
    // The children of nodes, which the API never starts.
    expect([...new Set(starts('pocketsphinx_continuous'))]).toEqual(['compositor']);
  });
});

describe('the workspace of the images', () => {
  it('is set up by the set-up of the project on a Node that runs TypeScript', () => {
    const major = /^node:(\d+)-/.exec(stages.get('manifests')?.base ?? '')?.[1];
    expect(Number(major)).toBeGreaterThanOrEqual(24);
    expect(stages.get('runtime')?.base).toBe(stages.get('manifests')?.base);
    const runs = named('made', 'RUN').map(rest);
    expect(existsSync(path.join(root, 'infra/bootstrap/setup.mjs'))).toBe(true);
    expect(runs.join('\n')).toContain('node infra/bootstrap/setup.mjs');
    const everyRun = [...stages.values()].flatMap(({ own }) => own.map(String)).join('\n');
    expect(everyRun).not.toMatch(/pnpm\S* deploy\b/);
  });

  it('is installed for production alone, from every manifest, with the pnpm of the set-up', () => {
    const [install = '', ...others] = (stages.get('packages')?.own ?? []).map(rest);
    expect(others).toEqual([]);
    for (const flag of [
      '--prod',
      '--frozen-lockfile',
      '--config.modules-cache-max-age=0',
      "--filter '!@framemill/benchmarks'",
      "--filter '!@framemill/testing'",
    ])
      expect(install).toContain(flag);
    const [{ packages }] = [parse(readFileSync(path.join(root, 'pnpm-workspace.yaml'), 'utf8'))];
    const copies = named('manifests', 'COPY').map(rest);
    expect(copies).toEqual(expect.arrayContaining(packages.map((name: string) => `${name}/package.json ${name}/`)));
    const { manifest } = planToolchain(root, {
      ...{ platform: 'linux', arch: 'x64', nodeVersion: '24.0.0', execPath: '/usr/local/bin/node' },
    });
    expect(named('manifests', 'RUN').map(rest).join('\n')).toContain(`pnpm@${JSON.parse(manifest).dependencies.pnpm}`);
    // Node is that of the base image, and no other.
    expect(Object.keys(JSON.parse(manifest).dependencies)).toEqual(['pnpm']);
  });

  it('has everything that the set-up makes of the sources', () => {
    const setup = readFileSync(path.join(root, 'infra/bootstrap/setup.mjs'), 'utf8');
    const outputs = [...setup.matchAll(/outputs: \[\s*at\('([^']+)'\)/g)].map(([, file = '']) => path.dirname(file));
    const made = outputs.filter((folder) => folder !== 'node_modules');
    expect(made.length).toBeGreaterThan(2);
    const copies = named('runtime', 'COPY').map(String);
    expect(copies).toEqual(expect.arrayContaining(made.map((folder) => `COPY --from=made /app/${folder} ${folder}`)));
  });

  it('has every package that runs among its dependencies: those for development are taken away', () => {
    const missing = ['timeline', 'compositor', 'cli', 'infra', 'scheduler', 'farm', 'api'].flatMap((name) => {
      const { dependencies = {} } = JSON.parse(readFileSync(path.join(root, name, 'package.json'), 'utf8'));
      // The typed client is made by developers, not by anything that runs.
      const files = globSync(`${name}/src/**/*.ts`, { cwd: root }).filter(
        (source) => !/\.test\.ts$|\/generated\/|^api\/src\/client\//.test(source),
      );
      const imported = files.flatMap((source) => [
        ...readFileSync(path.join(root, source), 'utf8').matchAll(
          /^(?:import|export)(?! type )[^;]*?from '([^'.#][^']*)'/gm,
        ),
      ]);
      const packages = imported.map(([, from = '']) =>
        from
          .split('/')
          .slice(0, from.startsWith('@') ? 2 : 1)
          .join('/'),
      );
      return [...new Set(packages)]
        .filter((wanted) => !wanted.startsWith('node:') && !(wanted in dependencies))
        .map((wanted) => `${name}: ${wanted}`);
    });
    expect(missing).toEqual([]);
  });

  it('needs no package for the schema library: the set-up has put it into one file', () => {
    const { imports, exports } = JSON.parse(readFileSync(path.join(root, 'timeline/package.json'), 'utf8'));
    expect(imports['#typebox']).toEqual(exports['./typebox']);
    const bundle = readFileSync(path.join(root, 'timeline', imports['#typebox'].default), 'utf8');
    expect(bundle).toMatch(/^export \{/m);
    expect(bundle).not.toMatch(/^import\b|\brequire\(|\bimport\(/m);
  });

  const ignored = linesOf('infra/deploy/docker/Dockerfile.dockerignore');
  const left = (name: string) =>
    ignored.some((pattern) => path.matchesGlob(name, pattern) || path.matchesGlob(name, `${pattern}/**`));

  it('leaves out passwords, which git does not take either', () => {
    const filledIn = ['infra/deploy/compose.env', 'infra/deploy/kubernetes/secret.yaml'];
    expect(filledIn.filter((name) => !left(name))).toEqual([]);
    expect(linesOf('.gitignore')).toEqual(expect.arrayContaining(filledIn));
  });

  it('leaves out what set-up makes and tests need, and nothing that runs', () => {
    expect(ignored).toEqual(expect.arrayContaining(['.git', '**/node_modules', '.tools', '.data']));
    const sources = globSync(
      '{api,scheduler,farm,infra,compositor,timeline}/{src,bootstrap,prisma,kernels,fixtures}/**/*',
      {
        cwd: root,
        exclude: (name) => ['node_modules', 'build', 'generated'].includes(name),
      },
    );
    expect(sources.length).toBeGreaterThan(500);
    const missing = sources.filter((name) => left(name) && !name.endsWith('.test.ts') && !name.endsWith('generated'));
    // The counter of npm test is the one folder of that name outside the suites.
    expect(missing.filter((name) => !name.startsWith('infra/bootstrap/test'))).toEqual([]);
  });
});

describe('the health check of the images', () => {
  let server: MetricsServer;
  beforeAll(async () => {
    server = await serveMetrics({ registry: createMetrics('test').registry, port: 0 });
  });
  afterAll(() => server.close());

  const check = (port: number): Promise<number | null> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [path.join(deploy, 'docker/healthcheck.mjs')], {
        env: { METRICS_PORT: String(port) },
        stdio: 'ignore',
      });
      child.once('exit', resolve);
    });

  it('passes while the process answers and fails when it does not', async () => {
    expect(await check(server.port)).toBe(0);
    expect(await check(1)).toBe(1);
  });
});
