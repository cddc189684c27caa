import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { helpOf, readArguments, UsageError, wantsHelp } from './command-line.mjs';
import { setUpInstalled } from './setup/installed.mjs';
import {
  hasBrowser,
  hasFirefox,
  hasSpeech,
  installBrowser,
  installFirefox,
  installSpeech,
} from './setup/optional-programs.mjs';
import { checkDiskSpace, checkPlatform, neededBytes, thisMachine } from './setup/platform.mjs';
import { runCommand, SetupProblem } from './setup/run-command.mjs';
import { areDone, runSteps } from './setup/run-steps.mjs';
import { withSetupLock } from './setup/setup-lock.mjs';
import { installPrograms, missingPrograms } from './setup/system-packages.mjs';
import { installToolchain, planToolchain, shortRetries } from './setup/toolchain.mjs';

/** Root folder of the checkout. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * Installs and builds what is missing on this machine. Runs on Node 20. Steps whose inputs have not changed are
 * skipped, so a second call takes a fraction of a second. Returns the Node program that must run everything else, and
 * its environment variables. In an installed npm package, at most a new enough Node and redis-server are missing.
 * @param {{ tests?: boolean; allTests?: boolean; wantsRedis?: boolean; say?: (line: string) => void }} [options]
 *   `tests`: include what only the tests need; `allTests`: also what only `npm run test:all` needs
 * @returns {Promise<{ node: string; env: NodeJS.ProcessEnv }>}
 */
export async function setUp({
  tests = false,
  allTests = false,
  wantsRedis = true,
  say = (line) => process.stderr.write(`${line}\n`),
} = {}) {
  const machine = thisMachine();
  checkPlatform(machine);
  if (!existsSync(path.join(root, 'pnpm-lock.yaml')))
    return setUpInstalled({ machine, say, ownRedis: wantsRedis && !process.env.REDIS_URL });
  const plan = planToolchain(root, machine);
  const env = {
    ...process.env,
    PATH: `${plan.binFolder}${path.delimiter}${process.env.PATH ?? ''}`,
    // node-av contains its own FFmpeg libraries; this prevents a download that it does not need.
    SKIP_FFMPEG: 'true',
    // Prisma's client needs no engine; without this setting the generator would download one.
    PRISMA_SCHEMA_ENGINE_BINARY: '/bin/true',
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    // Compiling takes half of the start time of a service or a node: each process loads what an earlier one has
    // compiled.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? path.join(root, '.build/compile-cache'),
    // No questions and no spinners from the installers.
    CI: process.env.CI ?? 'true',
  };
  const stampFile = path.join(plan.tools, 'stamps.json');
  const all = steps({ plan, env, tests, allTests, say });
  // A user without write access to the checkout can run what its owner has set up.
  if (!areDone(all, stampFile)) await withSetupLock(plan.tools, say, () => runSteps(all, { stampFile, say }));
  // CI was set only for the installers; the programs get the user's own value.
  const { CI: _, ...rest } = env;
  return { node: plan.node, env: process.env.CI === undefined ? rest : { ...rest, CI: process.env.CI } };
}

/**
 * @param {{
 *   plan: ReturnType<typeof planToolchain>; env: NodeJS.ProcessEnv; tests: boolean; allTests: boolean;
 *   say: (line: string) => void
 * }} context
 * @returns {import('./setup/run-steps.mjs').Step[]}
 */
function steps({ plan, env, tests, allTests, say }) {
  /** @param {string} file */
  const at = (file) => path.join(root, file);
  const wanted = { tests, ownRedis: tests || !process.env.REDIS_URL };
  return [
    {
      name: 'toolchain',
      lane: 'project',
      what: 'Node 24 and pnpm from npm',
      inputs: () => ({ texts: [plan.manifest] }),
      outputs: [plan.node, plan.pnpm],
      run: () => {
        checkDiskSpace(root, neededBytes);
        return installToolchain(plan);
      },
    },
    {
      name: 'packages',
      lane: 'project',
      what: 'packages (about 1 GB; some minutes the first time)',
      inputs: () => ({ texts: [plan.node], paths: manifests().map(at) }),
      outputs: [at('node_modules/.modules.yaml')],
      run: () => {
        if (!existsSync(at('node_modules'))) checkDiskSpace(root, neededBytes);
        return runCommand('packages', plan.node, [plan.pnpm, 'install', '--frozen-lockfile', '--prefer-offline'], {
          cwd: root,
          env: { ...env, ...shortRetries },
        });
      },
    },
    {
      name: 'database-client',
      lane: 'project',
      what: 'database client',
      inputs: () => ({
        paths: [at('infra/prisma/schema.prisma'), at('infra/prisma.config.ts'), at('pnpm-lock.yaml')],
      }),
      outputs: [at('infra/src/db/generated/client.ts')],
      run: () =>
        runCommand('database client', plan.node, [at('infra/node_modules/prisma/build/index.js'), 'generate'], {
          cwd: at('infra'),
          env,
        }),
    },
    {
      name: 'kernels',
      lane: 'project',
      what: 'pixel kernels',
      inputs: () => ({ paths: [at('compositor/kernels'), at('pnpm-lock.yaml')], skip: ['build'] }),
      outputs: [at('compositor/kernels/build/kernels.wasm')],
      run: () => runCommand('pixel kernels', plan.node, [at('compositor/kernels/build.mjs')], { cwd: root, env }),
    },
    {
      name: 'schema-library',
      lane: 'project',
      what: 'schema library',
      inputs: () => ({ paths: [at('timeline/typebox'), at('pnpm-lock.yaml')], skip: ['build'] }),
      outputs: [at('timeline/typebox/build/index.mjs')],
      run: () => runCommand('schema library', plan.node, [at('timeline/typebox/build.mjs')], { cwd: root, env }),
    },
    {
      name: 'render-program',
      lane: 'project',
      what: 'render program',
      inputs: () => ({
        paths: [
          ...['cli/src', 'infra/bootstrap/command-line.mjs', 'infra/bootstrap/service-commands.mjs'].map(at),
          ...['compositor/src', 'compositor/program', 'timeline/src', 'timeline/typebox'].map(at),
          at('pnpm-lock.yaml'),
        ],
        skip: ['build', 'gallery'],
      }),
      outputs: [at('compositor/program/build/program.json')],
      run: () => runCommand('render program', plan.node, [at('compositor/program/build.mjs')], { cwd: root, env }),
    },
    {
      name: 'guides',
      lane: 'project',
      what: 'guides of the documentation',
      inputs: () => ({ paths: [at('api/guides'), at('pnpm-lock.yaml')], skip: ['build'] }),
      outputs: [at('api/guides/build/guides.json')],
      run: () => runCommand('guides', plan.node, [at('api/guides/build.mjs')], { cwd: root, env }),
    },
    {
      name: 'typed-client',
      lane: 'project',
      what: 'typed client of the API',
      inputs: () => ({
        // The sources of the routes and of all that they import.
        paths: [
          ...['api/src', 'scheduler/src', 'infra/src', 'compositor/src', 'timeline/src', 'timeline/typebox'].map(at),
          ...['infra/bootstrap/command-line.mjs', 'infra/bootstrap/service-commands.mjs'].map(at),
          at('pnpm-lock.yaml'),
        ],
        skip: ['build', 'generated', 'gallery', 'testing'],
      }),
      outputs: [
        at('api/src/client/generated/schema.ts'),
        at('api/src/client/generated/console.ts'),
        at('api/src/client/generated/admin-commands.json'),
      ],
      run: () => runCommand('typed client', plan.node, [at('api/src/client/generate.ts')], { cwd: root, env }),
    },
    {
      name: 'studio',
      lane: 'project',
      what: 'the Studio',
      inputs: () => ({
        // Inputs of the build, including the parts of other packages. The generated client has types only.
        paths: [
          ...['studio', 'timeline/src', 'timeline/typebox', 'compositor/src', 'compositor/kernels'].map(at),
          ...['api/src/client', 'api/src/embed/browser', 'pnpm-lock.yaml'].map(at),
        ],
        skip: ['build', 'generated', 'node_modules', 'test', 'test-output', 'README.md'],
      }),
      outputs: [at('studio/build/index.html')],
      run: () =>
        runCommand(
          'the Studio',
          plan.node,
          [at('studio/node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
          {
            cwd: at('studio'),
            env,
          },
        ),
    },
    {
      name: 'programs',
      lane: 'system',
      what: missingPrograms(wanted).join(' and '),
      inputs: () => ({}),
      outputs: [],
      isDone: () => missingPrograms(wanted).length === 0,
      run: () => installPrograms(missingPrograms(wanted)),
    },
    {
      name: 'browser',
      lane: 'system',
      after: 'packages',
      what: 'Chromium for the tests of html clips',
      inputs: () => ({}),
      outputs: [],
      isDone: () => !tests || hasBrowser(plan.node, at('compositor/src/chromium/find-main.ts')),
      run: () => installBrowser(say),
    },
    {
      name: 'firefox',
      lane: 'system',
      after: 'browser',
      what: 'Firefox for the tests of npm run test:all',
      inputs: () => ({}),
      outputs: [],
      isDone: () => !allTests || hasFirefox(),
      run: () => installFirefox(say),
    },
    {
      name: 'speech',
      lane: 'system',
      what: 'espeak-ng and pocketsphinx for the tests of speech',
      inputs: () => ({}),
      outputs: [],
      isDone: () => !tests || hasSpeech(),
      run: () => installSpeech(say),
    },
  ];
}

/** Returns the files that determine what pnpm installs. */
function manifests() {
  const packages = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'package.json')))
    .map((entry) => `${entry.name}/package.json`)
    .sort();
  return ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...packages];
}

/**
 * Runs a command-line program. Prints the message of a `UsageError` or a `SetupProblem`, and the stack of any other
 * error. The exit code is 2 for a `UsageError`, 1 for other errors.
 * @param {() => Promise<unknown>} main
 */
export function runMain(main) {
  main().catch((error) => {
    const isPlain = error instanceof UsageError || error instanceof SetupProblem;
    process.stderr.write(`\n${isPlain ? error.message : error.stack}\n`);
    process.exit(error instanceof UsageError ? 2 : 1);
  });
}

/** @satisfies {import('./command-line.mjs').Command} */
const setupCommand = /** @type {const} */ ({
  about:
    'set up what is missing on this machine, as "npm start" and "npm test" do by themselves: Node 24 and pnpm in\n' +
    '.tools, the packages, and redis-server from apt or brew. Steps that are done are skipped',
  usage: 'setup',
  example: 'npm run setup -- --tests',
  options: [{ name: 'tests', about: 'also what only the tests need: Chromium, espeak-ng and pocketsphinx' }],
  json: false,
});

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  runMain(async () => {
    const args = process.argv.slice(2);
    if (wantsHelp(args)) process.stdout.write(helpOf('setup', setupCommand));
    else await setUp(readArguments(setupCommand, args).values);
  });
}
