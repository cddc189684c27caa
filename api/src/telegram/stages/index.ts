import type { Stage, StageName } from '../work.ts';
import { file, open, place, plan } from './edit.ts';
import { film, preview, render, reply } from './film.ts';
import { meet, take } from './meet.ts';

/** Functions of all stages (steps of answering a message), by stage name. A new stage needs one line here. */
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
