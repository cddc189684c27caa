import { expect, it } from 'vitest';
import { createToolLists } from './tool-lists.ts';

const { all, core } = createToolLists();
const REST = /\/v1\/|\b(GET|POST|PATCH|PUT|DELETE) \/|\b(body|query|arguments)\.[a-z]|openapi/;
const words = core[0]?.words;

it('lists tools without a word of the HTTP API', () => {
  const rest = [...all, ...core].filter(
    ({ description, inputSchema }) => REST.test(description) || REST.test(JSON.stringify(inputSchema)),
  );
  expect(rest.map(({ name }) => name)).toEqual([]);
});

it.each([
  ['Created, still empty. Add clips with POST /v1/projects/prj_1/commands.', 'Add clips with apply_commands.'],
  ['Look at a frame with GET /v1/projects/prj_1/preview?at=1.5.', 'Look at a frame with preview_project with at 1.5.'],
  ['A name listed by GET /v1/schema/commands.', 'A name listed by find_commands.'],
  ['Read GET /v1/projects/{id}?view=document.', 'Read get_project with view document.'],
  ['`POST /v1/projects` makes one', /^create_project makes one$/],
  ['/v1/renders/rnd_1', /^get_render$/],
  ['Rev 5 is not stored. GET /v1/projects/{id}/history lists the stored ones.', 'the HTTP API lists the stored ones.'],
  [
    'body.outputs.3.format must be one of mp4 (got "x"). See /openapi.json.',
    /^outputs\.3\.format must .* \(got "x"\)\.$/,
  ],
  ['Send the query.cursor unchanged.', 'Send the cursor unchanged.'],
  ['Somebody. Body.', /^Somebody\. Body\.$/],
])('says %s in names of tools', (text, expected) => {
  if (typeof expected === 'string') expect(words?.text(text)).toContain(expected);
  else expect(words?.text(text)).toMatch(expected);
});

it('leaves alone what a project holds', () => {
  const clip = { text: 'Call POST /v1/renders', description: 'body.x' };
  expect(words?.answer({ hint: 'See POST /v1/renders.', project: { clips: [clip] } })).toEqual({
    hint: 'See start_render.',
    project: { clips: [clip] },
  });
});
