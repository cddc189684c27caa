import { options as group } from './options.mjs';

/**
 * Command of `framemill`: its purpose, its usage, and the program that runs it. `before`: arguments placed before the
 * caller's; `words`: allowed values of the first argument; `runs`: whether it runs until it is stopped.
 * @typedef {{
 *   about: string;
 *   usage: string;
 *   example: string;
 *   program: string | null;
 *   before?: readonly string[];
 *   options: readonly import('./options.mjs').Option[];
 *   words?: readonly string[];
 *   runs?: boolean;
 * }} Command
 */

const project = 'cli/src/main.ts';
const remote = 'cli/src/remote-main.ts';

/** Names of the shells for which completion scripts exist. */
export const shells = ['bash', 'zsh', 'fish'];

/**
 * Table of all commands, in the order of the help. Help, completion, docs/cli.md and the check of options are
 * generated from it.
 * @type {Readonly<Record<string, Command>>}
 */
export const commands = {
  init: {
    about: 'write a project that renders as it is',
    usage: 'init <starter> [folder]',
    example: 'framemill init promo my-film',
    program: project,
    before: ['--init'],
    options: [],
  },
  check: {
    about: 'list the errors and probable mistakes in a project file, with their lines',
    usage: 'check <project.json>',
    example: 'framemill check my-film/project.json',
    program: project,
    before: ['--check'],
    options: [...group.media, ...group.service],
  },
  schema: {
    about: 'print the JSON Schema of project files',
    usage: 'schema',
    example: 'framemill schema > document.schema.json',
    program: null,
    options: [],
  },
  frame: {
    about: 'render one frame as JPEG',
    usage: 'frame <project.json> --at <seconds> -o <file.jpg>',
    example: 'framemill frame my-film/project.json --at 3 -o frame.jpg',
    program: project,
    before: ['--format', 'poster'],
    options: [
      ...[...group.at, ...group.output, ...group.size, ...group.aspect],
      ...[...group.variables, ...group.media, ...group.service],
    ],
  },
  preview: {
    about: 'show a project in a browser, without rendering it',
    usage: 'preview <project.json> [--watch]',
    example: 'framemill preview my-film/project.json --watch --open',
    program: project,
    before: ['--preview'],
    options: [
      { name: 'watch', about: 'load the page again whenever the file is saved' },
      { name: 'port', value: '<n>', about: 'port on 127.0.0.1 (default: any free one)' },
      { name: 'open', about: 'open the page in the browser of this machine' },
      ...group.aspect,
      ...group.variables,
      ...group.media,
    ],
    runs: true,
  },
  render: {
    about: 'render a project file, or a project of a service, on this machine',
    usage: 'render <project.json> -o <file>',
    example: "framemill render my-film/project.json -o film.mp4 --set 'title=Spring sale'",
    program: project,
    options: [
      ...[
        ...group.output,
        ...group.film,
        ...group.smart,
        ...group.table,
        ...group.at,
        ...group.size,
        ...group.aspect,
        ...group.texts,
        ...group.qc,
        ...group.work,
      ],
      ...[...group.variables, ...group.media, ...group.service],
    ],
  },
  report: {
    about: 'measure a finished video; list black or frozen parts, silence, unreadable texts and enlarged media',
    usage: 'report <film> [project.json]',
    example: 'framemill report film.mp4 my-film/project.json --qc strict',
    program: project,
    before: ['--report'],
    options: [...group.qc, ...group.variables, ...group.aspect, ...group.media, ...group.service],
  },
  push: {
    about: 'send a project file and its media to a service; media that the service already has are not sent',
    usage: 'push <project.json> --api <address> --key-file <file>',
    example: 'framemill push my-film/project.json --api http://localhost:8787 --key-file key.txt',
    program: project,
    before: ['--push'],
    options: [
      {
        name: 'project',
        value: '<id>',
        about: 'the project that it replaces (default: that of the last push or pull, or a new one)',
      },
      ...group.service,
      ...group.media,
    ],
  },
  pull: {
    about: 'download a project and its media from a service; media that are already here are not downloaded',
    usage: 'pull <project id> [folder] --api <address> --key-file <file>',
    example: 'framemill pull prj_0123456789abcdef my-film --api http://localhost:8787 --key-file key.txt',
    program: project,
    before: ['--pull'],
    options: [...group.service],
  },
  submit: {
    about: 'render a project on a service; wait for the film, its delivery and its report, and download the film',
    usage: 'submit <project id> --api <address> --key-file <file> [-o <file>]',
    example:
      'framemill submit prj_0123456789abcdef --api http://localhost:8787 --key-file key.txt -o film.mp4 --qc strict',
    program: remote,
    before: ['submit'],
    options: [
      ...[...group.service, ...group.output, ...group.film, ...group.at, ...group.size],
      ...[...group.aspect, ...group.texts, ...group.smart, ...group.variables, ...group.qc, ...group.order],
      { name: 'reference', value: '<text>', about: 'what you call the film, for the names of its files there' },
    ],
  },
  batch: {
    about: 'render a project on a service for each row of a table; wait for the films, and download them as a ZIP',
    usage: 'batch <project id> --csv <file> --api <address> --key-file <file> [-o <file.zip>]',
    example:
      'framemill batch prj_0123456789abcdef --csv rows.csv --api http://localhost:8787 --key-file key.txt -o films.zip',
    program: remote,
    before: ['batch'],
    options: [
      ...[...group.service, ...group.table, ...group.output, ...group.film, ...group.at, ...group.size],
      ...[...group.aspect, ...group.texts, ...group.qc, ...group.order],
      { name: 'name', value: '<text>', about: 'what people call the batch' },
    ],
  },
  destinations: {
    about: 'list, add, test or remove the destinations to which a service sends finished files',
    usage: 'destinations list | add <file.json> | test <id> | remove <id> --api <address> --key-file <file>',
    example: 'framemill destinations add archive.json --api http://localhost:8787 --key-file key.txt',
    program: remote,
    before: ['destinations'],
    words: ['list', 'add', 'test', 'remove'],
    options: [...group.service],
  },
  start: {
    about: 'start the whole service on this machine',
    usage: 'start',
    example: 'framemill start --open',
    program: 'infra/bootstrap/start.ts',
    options: [
      { name: 'once', about: 'end when the sample is rendered' },
      { name: 'no-sample', about: 'render nothing; say when the API answers' },
      { name: 'open', about: 'open the Studio in a browser' },
    ],
    runs: true,
  },
  node: {
    about: 'join the farm of a service with this machine',
    usage: 'node',
    example: 'REDIS_URL=redis://10.0.0.5 S3_BUCKET=films framemill node --slots 8',
    program: 'farm/src/main.ts',
    options: [
      { name: 'pool', value: '<name>', choices: ['cpu', 'gpu', 'auto'], about: 'cpu, gpu, or what the machine has' },
      { name: 'slots', value: '<n>', about: 'number of segments rendered concurrently, 1-256 (default: SLOTS)' },
    ],
    runs: true,
  },
  doctor: {
    about: 'check whether this machine can be a node, and measure its speed',
    usage: 'doctor',
    example: 'framemill doctor',
    program: 'farm/src/main.ts',
    before: ['--doctor'],
    options: [
      { name: 'pool', value: '<name>', choices: ['cpu', 'gpu', 'auto'], about: 'what to look for' },
      { name: 'slots', value: '<n>', about: 'number of segments that it would render concurrently' },
    ],
  },
  admin: {
    about: 'accounts, keys, plans, media and nodes of a service',
    usage: 'admin <noun> <verb>',
    example: 'framemill admin account create --email a@example.org --plan self-hosted',
    program: 'api/src/admin/main.ts',
    options: [],
  },
  backup: {
    about: 'copy a service to a file or folder: the database, then the objects',
    usage: 'backup <file or folder>',
    example: 'framemill backup /backups/monday.tar.gz',
    program: 'infra/bootstrap/backup.ts',
    before: ['backup'],
    options: [],
  },
  restore: {
    about: 'restore a backup into an empty database or an empty folder',
    usage: 'restore <file or folder>',
    example: 'framemill restore /backups/monday.tar.gz',
    program: 'infra/bootstrap/backup.ts',
    before: ['restore'],
    options: [],
  },
  completion: {
    about: 'print the script that completes commands and options in a shell',
    usage: `completion ${shells.join(' | ')}`,
    example: 'eval "$(framemill completion bash)"',
    program: null,
    words: shells,
    options: [],
  },
  help: {
    about: 'list all commands, or explain one command',
    usage: 'help [command]',
    example: 'framemill help render',
    program: null,
    options: [],
  },
};
