import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { USUAL_GPU_MEMORY_MB } from '@framemill/compositor/plan';
import { variables } from '@framemill/infra';

/**
 * Defaults of environment variables that are not defined in the configuration schema but in the code that uses them.
 */
const OWN_DEFAULTS = new Map<string, number>([['GPU_MEMORY_MB', USUAL_GPU_MEMORY_MB]]);

/** Returns the table of environment variables for docs/configuration.md, from the schema that all processes use. */
export function configurationTable(): string {
  const rows = Object.entries(variables).map(([name, { fallback, meaning }]) => {
    const usual = fallback ?? OWN_DEFAULTS.get(name) ?? null;
    return `| \`${name}\` | ${usual === null ? '' : `\`${usual}\``} | ${meaning} |`;
  });
  return ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
}

/**
 * Returns the README's benchmark part, with headings one level lower: the chart and the page of the stored run of all
 * scenes, then the chart and the table of file sizes.
 */
export function figuresPart(root: string): string {
  const results = (name: string) => readFileSync(join(root, 'benchmarks/results', `${name}.md`), 'utf8').trim();
  const scenes = results('scenes').replace(/^# .*\n+/, '');
  const bytes = results('bytes').replace(/^# [\s\S]*?(?=^## )/m, '');
  const tables = `${scenes}\n\n${bytes}`
    .replace(/^## /gm, '### ')
    .replaceAll('](bytes-', '](benchmarks/results/bytes-');
  return `![Render times as multiples of T](benchmarks/results/scenes.png)\n\n${tables}`;
}

/** Replaces the text between `<!-- name -->` and `<!-- /name -->`. Throws when the page has no such markers. */
export function replacePart(page: string, name: string, text: string): string {
  const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(\n<!-- /${name} -->)`);
  if (!place.test(page)) throw new Error(`The page has no markers "<!-- ${name} -->".`);
  return page.replace(place, (_, before: string, after: string) => `${before}\n${text}\n${after}`);
}

/**
 * Returns the names of the packages that any package.json of the workspace depends on, except the workspace's own
 * packages.
 */
export function directDependencies(root: string): string[] {
  const folders = ['.', ...readdirSync(root).filter((name) => !name.startsWith('.') && name !== 'node_modules')];
  const names = new Set<string>();
  for (const folder of folders) {
    for (const name of dependenciesIn(join(root, folder, 'package.json'))) names.add(name);
  }
  return [...names].filter((name) => !name.startsWith('@framemill/')).sort();
}

function dependenciesIn(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // A folder or file in the root that is not a package.
    return [];
  }
  const manifest: unknown = JSON.parse(text);
  return ['dependencies', 'devDependencies'].flatMap((group) => {
    const list: unknown = typeof manifest === 'object' && manifest !== null ? Reflect.get(manifest, group) : undefined;
    return typeof list === 'object' && list !== null ? Object.keys(list) : [];
  });
}

/** Command in the output of `framemill help --json`. */
interface Command {
  about: string;
  usage: string;
  example: string;
  options: { name: string; short?: string; value?: string; about: string; choices?: string[] }[];
}

/**
 * Returns the commands part of docs/cli.md: a heading, an example and a table of options for each command, then the
 * `admin` commands.
 */
export function cliPart(root: string): string {
  const said = execFileSync(process.execPath, [join(root, 'cli/src/framemill.mjs'), 'help', '--json']);
  const { result }: { result: Record<string, Command> } = JSON.parse(said.toString());
  const parts = Object.entries(result).map(([name, command]) => partOf(name, command));
  return [...parts, adminPart(root)].join('\n\n');
}

function partOf(name: string, { about, usage, example, options }: Command): string {
  const rows = options.map(({ name: option, short, value, about: what, choices }) => {
    const left = `${short ? `-${short}, ` : ''}--${option}${value ? ` ${value}` : ''}`;
    return `| \`${left.replaceAll('|', '\\|')}\` | ${what}${choices ? `: ${choices.join(', ')}` : ''} |`;
  });
  const table = rows.length === 0 ? '' : `\n\n| option | what it does |\n|---|---|\n${rows.join('\n')}`;
  return `## ${name}\n\n\`framemill ${usage}\`:\n${about}.\n\n\`\`\`sh\n${example}\n\`\`\`${table}`;
}

function adminPart(root: string): string {
  const rows: { noun: string; verb: string; summary: string; argument: string | null; options: string[] }[] =
    JSON.parse(readFileSync(join(root, 'api/src/client/generated/admin-commands.json'), 'utf8'));
  const lines = rows.map(({ noun, verb, summary, argument, options }) => {
    const words = `${noun} ${verb}${argument === null ? '' : ` <${argument}>`}`;
    return `| \`${words}\` | ${summary} | ${options.map((name) => `\`--${name}\``).join(' ')} |`;
  });
  return `### Commands of admin\n\n| command | what it does | options |\n|---|---|---|\n${lines.join('\n')}`;
}
