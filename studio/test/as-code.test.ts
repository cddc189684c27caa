import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { editAsCode } from '../src/editor/panels/as-code.ts';
import type { Edit } from '../src/editor/sync/edit.ts';

const target = { origin: 'http://localhost:8787', projectId: 'prj_1' };
const edit: Edit = {
  ...{ kind: 'commands', batchId: 'bat_1', label: 'x' },
  commands: [{ op: 'updateClip', clipId: 'c', patch: { textStyle: { content: "It's $HOME `ls` \\n" } } }],
};

describe('an edit as code', () => {
  it('is a curl call whose body a shell leaves as it is', () => {
    const text = editAsCode('curl', edit, target).replace(/^curl .*/, 'printf "%s\\n" \\');
    const said = execFileSync('sh', ['-c', text], { env: { FRAMEMILL_KEY: 'key' } }).toString();
    expect(JSON.parse(said.slice(said.indexOf('{')))).toEqual({ commands: Object(edit).commands });
    expect(said).toContain('Bearer key');
  });

  it('is a call of the typed client, and of the tool of its command', () => {
    expect(editAsCode('typescript', edit, target)).toContain("client.POST('/v1/projects/{id}/commands'");
    expect(JSON.parse(editAsCode('mcp', edit, target)).params).toMatchObject({
      name: 'updateClip',
      arguments: { projectId: 'prj_1', clipId: 'c' },
    });
  });

  it('names several commands at once, an undo and a restore', () => {
    const both: Edit = { ...edit, commands: [{ op: 'a' }, { op: 'b' }] };
    expect(JSON.parse(editAsCode('mcp', both, target)).params.name).toBe('apply_commands');
    expect(editAsCode('curl', { kind: 'restore', batchId: 'b', label: 'x', rev: 4 }, target)).toContain('/restore');
    expect(editAsCode('curl', { kind: 'undo', batchId: 'b', label: 'x', target: 'a', rev: 4 }, target)).toContain(
      '"rev": 4',
    );
  });
});
