import { catalogue } from '@framemill/compositor/capabilities';
import { forSuite } from '@framemill/testing/for-suite';
import { type Document, durationSec, type MediaFacts, reduce, VOCABULARY } from '@framemill/timeline';
import { COMMAND_EXAMPLES, EXAMPLE_MEDIA, exampleContext, exampleProject } from '@framemill/timeline/examples';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/ids.ts';
import { sharedApi } from './shared-api.ts';

const api = forSuite(sharedApi);
/** Ids of the account's media files, by the names that the command examples use. */
const mediaIds: Record<string, string> = {};

const owner = forSuite(() => api.account());
beforeAll(async () => {
  for (const [name, facts] of Object.entries(EXAMPLE_MEDIA)) mediaIds[name] = await storeMedia(name, facts);
});

/** Returns the name of a media file by its id; null for other sources. */
const nameOf = (src: string) => Object.entries(mediaIds).find(([, id]) => id === src)?.[0] ?? null;

/**
 * Creates the database row of an uploaded media file, and returns its id. The file itself is not stored, because
 * commands do not read it.
 */
async function storeMedia(name: string, facts: MediaFacts): Promise<string> {
  const id = newId('med');
  const { kind, mimeType, sizeBytes, width, height, durationSec: length, fps, hasAudio } = facts;
  const sha256 = id.slice(4).repeat(2);
  await api.deps.database.client.media.create({
    data: {
      ...{
        id,
        accountId: owner.accountId,
        name,
        status: 'READY',
        kind,
        mimeType,
        sizeBytes,
        width,
        height,
        fps,
        hasAudio,
      },
      ...{ durationSec: length, sha256, objectKey: `uploads/${id}`, facts: { ...facts, sha256 } },
    },
  });
  return id;
}

/** Creates a project row with the document that an example starts from, and returns the project's id. */
async function storeProject(document: Document): Promise<string> {
  const id = newId('prj');
  const { clips, settings } = document;
  await api.deps.database.client.project.create({
    data: {
      ...{ id, accountId: owner.accountId, name: settings.name, clipCount: clips.length },
      ...{ durationSec: durationSec(document), document: JSON.parse(JSON.stringify(document)) },
    },
  });
  return id;
}

function withMediaIds<Value>(value: Value): Value {
  return renamed(value, mediaIds);
}

/** Returns a copy of a JSON value in which names inside texts are replaced. */
function renamed<Value>(value: Value, names: Record<string, string>): Value {
  let text = JSON.stringify(value);
  for (const [from, to] of Object.entries(names)) text = text.replaceAll(new RegExp(`\\b${from}\\b`, 'g'), to);
  return JSON.parse(text);
}

const GENERATED = /^(clip|fx|mrk|grp|cmp)_[0-9a-f]{32}$/;

/** Pairs each id that the service generated with the id that the reducer generated locally for the same element. */
function pairIds(served: unknown, local: unknown, pairs: Record<string, string>): void {
  if (typeof served === 'string' && typeof local === 'string') {
    if (GENERATED.test(served)) pairs[served] = local;
  } else if (typeof served === 'object' && typeof local === 'object' && served !== null && local !== null) {
    for (const key of Object.keys(served)) pairIds(Reflect.get(served, key), Reflect.get(local, key), pairs);
  }
}

/**
 * Matches warnings about unsupported effects. These warnings, and those about unmeasured audio, do not depend on the
 * project alone.
 */
const NOT_DRAWN = /is not supported yet/;
const NOT_MEASURED = /^The audio of src .* (was not|is still being) measured/;

describe('POST /v1/projects/{id}/commands', () => {
  const ops = [...new Set(COMMAND_EXAMPLES.map(({ op }) => op))];

  it('knows 79 commands and every value list', async () => {
    const { schema } = (await api.send(owner, 'GET', '/v1/schema/commands')).body;
    expect(Object.keys(schema.commands)).toEqual(ops);
    expect(ops).toHaveLength(79);
    expect(schema.enums).toMatchObject(VOCABULARY);
  });

  it.each(ops)('%s does over HTTP what the reducer does', async (op) => {
    // The limit counts by key.
    const account = await api.key(owner);
    for (const example of COMMAND_EXAMPLES.filter((one) => one.op === op)) {
      const commands = withMediaIds([...(example.given ?? []), { ...example.params, op }]);
      let local = withMediaIds(exampleProject());
      const context = {
        ...exampleContext(),
        catalogue,
        media: (src: string) => EXAMPLE_MEDIA[nameOf(src) ?? ''] ?? null,
        mediaName: nameOf,
        analysis: () => null,
      };
      const id = await storeProject(local);
      const toLocal: Record<string, string> = {};
      for (const [index, command] of commands.entries()) {
        const toServed = Object.fromEntries(Object.entries(toLocal).map(([served, made]) => [made, served]));
        const sent = renamed(command, toServed);
        const answer = await api.send(account, 'POST', `/v1/projects/${id}/commands`, { commands: [sent] });
        expect(answer.status).toBe(200);
        const [result] = answer.body.results;
        const { project } = (await api.send(account, 'GET', `/v1/projects/${id}?view=document`)).body;
        if (command.op === 'runScript') {
          expect(result).toMatchObject({ ok: true, data: example.gives ?? {} });
          expect(project.rev).toBe(2);
          continue;
        }
        const reduced = reduce(local, command, context);
        local = reduced.document;
        if (NOT_MEASURED.test(result.error)) {
          expect(reduced.result.error).toMatch(NOT_MEASURED);
          break;
        }
        pairIds(result.data, reduced.result.data, toLocal);
        pairIds(project.document, local, toLocal);
        expect(renamed(result, toLocal)).toEqual(reduced.result);
        expect(renamed(project.document, toLocal)).toEqual(JSON.parse(JSON.stringify(local)));
        expect(project).toMatchObject({ rev: index + (result.ok ? 2 : 1), clipCount: local.clips.length });
        if (result.ok) continue;
        expect(result.error).toMatch(NOT_DRAWN);
        break;
      }
    }
  });
});
