import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

const origin = 'https://api.example.org';

it('sends a request without a body again', () => {
  const { command, note } = curlOf({ method: 'GET', path: '/v1/projects?limit=5' }, origin);
  expect(command).toBe("curl 'https://api.example.org/v1/projects?limit=5' \\\n  -H 'Authorization: Bearer YOUR_KEY'");
  expect(note).toBe('Replace YOUR_KEY: keys are not stored.');
});

it('sends a file as a form', () => {
  const { command } = curlOf({ method: 'POST', path: '/v1/media/large-uploads' }, origin);
  expect(command).toContain("-F 'file=@BODY'");
  expect(command).not.toContain('application/json');
});

it('names what is not stored, and quotes the address for a shell', () => {
  const { command, note } = curlOf({ method: 'POST', path: "/v1/media?name=it's&token=…" }, origin);
  expect(command.split('\n').map((line) => line.trim())).toEqual([
    "curl -X POST 'https://api.example.org/v1/media?name=it'\\''s&token=…' \\",
    "-H 'Authorization: Bearer YOUR_KEY' \\",
    "-H 'Content-Type: application/json' \\",
    "-d 'BODY'",
  ]);
  expect(note).toBe(
    'Replace YOUR_KEY and BODY: keys and bodies are not stored. Replace … too: values that may be secrets are hidden.',
  );
});
