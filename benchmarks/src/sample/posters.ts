// Creates the posters of the templates. After a change to a template, run it, check the posters and commit them.
//   node benchmarks/src/sample/posters.ts [<template> ...]
import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createRenderer, type MediaFiles, probeMedia } from '@framemill/compositor';
import { catalogue } from '@framemill/compositor/capabilities';
import { starterImage } from '@framemill/compositor/starters';
import { applyCommands, createDocument } from '@framemill/timeline';
import { isOfMedia, type Template, templates } from '@framemill/timeline/templates';

const fixtures = resolve(import.meta.dirname, '../../../api/fixtures');
const chosen = process.argv.slice(2);

await mkdir(fixtures, { recursive: true });
for (const template of templates) {
  if (chosen.length > 0 && !chosen.includes(template.id)) continue;
  await writeFile(join(fixtures, `template-${template.id}.jpg`), await drawPoster(template));
  process.stdout.write(`${template.id}\n`);
}

/** Renders the template with its initial values at its `posterSec`, at a quarter of its size. Returns a JPEG. */
async function drawPoster(template: Template): Promise<Uint8Array> {
  const initial = Object.entries(template.variables).map(([name, variable]) => [name, variable.initial] as const);
  const media: MediaFiles = {};
  for (const { initial: file } of Object.values(template.variables).filter(isOfMedia)) {
    const path = starterImage(file);
    media[file] = { path, facts: await probeMedia(path) };
  }
  let count = 0;
  const { document, results } = applyCommands(createDocument(), template.commands(Object.fromEntries(initial)), {
    media: (src) => media[src]?.facts ?? null,
    newId: (kind) => `${kind}-${++count}`,
    catalogue,
  });
  const failed = results.find(({ ok }) => !ok);
  if (failed) throw new Error(`The command ${failed.op} of the template ${template.id} failed: ${failed.error}`);
  const { width, height } = document.settings;
  const renderer = await createRenderer({
    document,
    profile: { format: 'mp4', quality: 'high', width, height, rate: { num: 30, den: 1 }, watermark: false },
    media,
  });
  try {
    return (await renderer.renderFrame(template.posterSec, { type: 'jpeg', scale: 0.25 })).data;
  } finally {
    renderer.close();
  }
}
