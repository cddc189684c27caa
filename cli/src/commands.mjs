import { serviceCommands } from '../../infra/bootstrap/service-commands.mjs';
import { options as group } from './options.mjs';

/**
 * Commands on project files and on the projects of a service. `main.ts` runs them, with their name as the first
 * argument.
 * @satisfies {Readonly<Record<string, import('../../infra/bootstrap/command-line.mjs').Command & { runs?: true }>>}
 */
export const projectCommands = /** @type {const} */ ({
  init: {
    about: 'write a project that renders as it is',
    usage: 'init [starter] [folder]',
    example: 'framemill init promo my-film',
    options: [],
    notes: 'Without a starter, it lists them. The folder is new or empty (default: the name of the starter).',
  },
  import: {
    about: 'turn a file of another program into a project: a Shotstack edit, OpenTimelineIO, or an EDL',
    usage: 'import <file> [folder] [--media <folder>]',
    example: 'framemill import edit.json my-film --media footage',
    options: [{ name: 'media', value: '<folder>', about: 'where the media are, found by their file names' }],
    notes:
      'Writes project.json and report.json into the folder (default: the name of the file). The report lists\n' +
      'everything that differs from the file. Media that are not there become placeholders of their length.',
  },
  check: {
    about: 'list the errors and probable mistakes in a project file, with their lines',
    usage: 'check <project.json>',
    example: 'framemill check my-film/project.json',
    options: [...group.media, ...group.service],
    notes: 'Ends with 1 when there are errors.',
  },
  frame: {
    about: 'render one frame as JPEG',
    usage: 'frame <project.json> --at <seconds> -o <file.jpg>',
    example: 'framemill frame my-film/project.json --at 3 -o frame.jpg',
    options: [
      ...[...group.at, ...group.output, ...group.size, ...group.aspect],
      ...[...group.variables, ...group.media, ...group.service],
    ],
  },
  preview: {
    about: 'show a project in a browser, without rendering it',
    usage: 'preview <project.json> [--watch]',
    example: 'framemill preview my-film/project.json --watch --open',
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
    options: [
      ...[...group.output, ...group.film, ...group.smart, ...group.table, ...group.at, ...group.size],
      ...[...group.aspect, ...group.texts, ...group.qc, ...group.work],
      ...[...group.variables, ...group.media, ...group.service],
    ],
    notes:
      '<project.json> is a document (timeline/document.schema.json), { "document": ..., "mediaRoot": "folder" },\n' +
      '{ "commands": [...], "mediaRoot": "folder" }, or the response of GET /v1/projects/{id}?view=document.\n' +
      'Its sources are paths relative to mediaRoot (default: the folder of the file). With --api and --key-file\n' +
      'it is the id of a project, which is fetched with its media; the key needs the scopes projects.read and\n' +
      'media.read.\n' +
      'Segments and audio mixes are kept for later renders: "framemill help cache".\n' +
      "With --csv, -o names the fields that differ, such as 'out-{reference}.mp4': {reference}, {name}, {index} and\n" +
      '{<variable>} stand for the values of the row.\n' +
      '"npm run render --" with --init, --check, --preview, --report, --push or --pull runs the command of that name.',
  },
  report: {
    about: 'measure a finished video; list black or frozen parts, silence, unreadable texts and enlarged media',
    usage: 'report <film> [project.json]',
    example: 'framemill report film.mp4 my-film/project.json --qc strict',
    options: [...group.qc, ...group.variables, ...group.aspect, ...group.media, ...group.service],
    notes:
      'With the project of the film, it also reports missing glyphs, upscaled media, and texts that are faint or at\n' +
      'the edge; --set and --aspect are those with which the film was rendered. With --api and --key-file, <film>\n' +
      'is the id of a render, whose report the service makes.',
  },
  cache: {
    about: 'show or empty the cache, in which renders on this machine keep their segments and audio mixes',
    usage: 'cache',
    example: 'framemill cache --clear',
    options: [{ name: 'clear', about: 'remove all files of the cache' }],
    notes:
      'The cache is in $XDG_CACHE_HOME/framemill/segments, or else in ~/.cache (macOS: ~/Library/Caches). Files that\n' +
      'were not used for the longest time are removed when it is larger than 2 GB, or than the number of megabytes in\n' +
      'FRAMEMILL_CACHE_MB.',
  },
  push: {
    about: 'send a project file and its media to a service; media that the service already has are not sent',
    usage: 'push <project.json> --api <address> --key-file <file>',
    example: 'framemill push my-film/project.json --api http://localhost:8787 --key-file key.txt',
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
    options: [...group.service],
  },
  submit: {
    about: 'render a project on a service; wait for the film, its delivery and its report, and download the film',
    usage: 'submit <project id> --api <address> --key-file <file> [-o <file>]',
    example:
      'framemill submit prj_0123456789abcdef --api http://localhost:8787 --key-file key.txt -o film.mp4 --qc strict',
    options: [
      ...[...group.service, ...group.output, ...group.film, ...group.at, ...group.size],
      ...[...group.aspect, ...group.texts, ...group.smart, ...group.variables, ...group.qc, ...group.order],
      { name: 'reference', value: '<text>', about: 'what you call the film, for the names of its files there' },
    ],
    notes:
      'The key needs the scopes render.read and render.write. Without -o the film stays on the service. The format\n' +
      'is mp4 when neither --format nor the ending of -o chooses one.',
  },
  batch: {
    about: 'render a project on a service for each row of a table; wait for the films, and download them as a ZIP',
    usage: 'batch <project id> --csv <file> --api <address> --key-file <file> [-o <file.zip>]',
    example:
      'framemill batch prj_0123456789abcdef --csv rows.csv --api http://localhost:8787 --key-file key.txt -o films.zip',
    options: [
      ...[...group.service, ...group.table, ...group.output, ...group.film, ...group.at, ...group.size],
      ...[...group.aspect, ...group.texts, ...group.qc, ...group.order],
      { name: 'name', value: '<text>', about: 'what people call the batch' },
    ],
    notes: 'The key needs the scopes render.read and render.write. Without -o the films stay on the service.',
  },
  destinations: {
    about: 'list, add, test or remove the destinations to which a service sends finished files',
    usage: 'destinations list | add <file.json> | test <id> | remove <id> --api <address> --key-file <file>',
    example: 'framemill destinations add archive.json --api http://localhost:8787 --key-file key.txt',
    words: ['list', 'add', 'test', 'remove'],
    options: [...group.service],
    notes:
      '<file.json> is the body of POST /v1/destinations, such as { "name": "Archive", "s3": { "bucket": ... } };\n' +
      '- reads it from standard input. Credentials are never arguments.',
  },
});

/**
 * All commands, in the order of the help. The help, the shell completion, docs/cli.md and the parser use this list.
 * @type {Readonly<Record<string, import('../../infra/bootstrap/service-commands.mjs').Launched>>}
 */
export const commands = {
  ...Object.fromEntries(
    Object.entries(projectCommands).map(([name, command]) => [
      name,
      { ...command, program: 'cli/src/main.ts', before: [name] },
    ]),
  ),
  ...serviceCommands,
  schema: {
    about: 'print the JSON Schema of project files',
    usage: 'schema',
    example: 'framemill schema > document.schema.json',
    program: null,
    options: [],
  },
  version: {
    about: 'print the version of Framemill, as --version does',
    usage: 'version',
    example: 'framemill version',
    program: null,
    options: [],
  },
  completion: {
    about: 'print the script that completes commands and options in a shell',
    usage: 'completion bash | zsh | fish',
    example: 'eval "$(framemill completion bash)"',
    program: null,
    words: ['bash', 'zsh', 'fish'],
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
