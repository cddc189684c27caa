import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';

const program = path.join(import.meta.dirname, 'framemill.mjs');

function framemill(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { encoding: 'utf8' });
  return { status, stdout, stderr };
}

it('lists its commands, and completes them in shells', () => {
  const { status, stdout } = framemill('help');
  expect(status).toBe(0);
  const listed = [...stdout.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name]) => name ?? '');
  expect(listed).toEqual(
    expect.arrayContaining(['init', 'check', 'render', 'frame', 'start', 'node', 'doctor', 'admin']),
  );
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = framemill('completion', shell);
    expect(script.status).toBe(0);
    expect(listed.filter((name) => !script.stdout.includes(name))).toEqual([]);
  }
  const script = `eval "$("$0" "$1" completion bash)"; COMP_WORDS=(framemill sch); COMP_CWORD=1; _framemill; echo "$COMPREPLY"`;
  expect(spawnSync('bash', ['-c', script, process.execPath, program], { encoding: 'utf8' }).stdout).toBe('schema\n');
});

it('says what is wrong, and what there is', () => {
  expect(framemill('rendr')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringContaining('There are: init, check,'),
  });
  expect(framemill('completion', 'csh').stderr).toBe('completion is for bash, zsh, fish (got "csh").\n');
});

it('prints the schema of project files', () => {
  expect(JSON.parse(framemill('schema').stdout)).toHaveProperty('$schema');
});
