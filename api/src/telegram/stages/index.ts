import type { Stage, StageName } from '../work.ts';
import { file } from './file.ts';
import { film } from './film.ts';
import { meet } from './meet.ts';
import { open } from './open.ts';
import { place } from './place.ts';
import { plan } from './plan.ts';
import { preview } from './preview.ts';
import { render } from './render.ts';
import { reply } from './reply.ts';
import { take } from './take.ts';

/** Stages of answering a message. Each has one file, and one line here. */
export const stages: Record<StageName, Stage> = {
  meet,
  file,
  open,
  place,
  take,
  plan,
  preview,
  render,
  film,
  reply,
};

/** Whether a text from the database is the name of a stage. */
export function isStage(name: string): name is StageName {
  return Object.hasOwn(stages, name);
}
