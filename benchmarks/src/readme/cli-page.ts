import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

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
  const said = execFileSync(process.execPath, [join(root, 'infra/bootstrap/framemill.mjs'), 'help', '--json']);
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
  return `## ${name}\n\n\`framemill ${usage}\`: ${about}.\n\n\`\`\`sh\n${example}\n\`\`\`${table}`;
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
