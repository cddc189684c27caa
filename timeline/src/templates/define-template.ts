import type { Command } from '../command/command.ts';

/** What somebody may fill in: a text, a colour (CSS), a picture or a video (media id or URL). */
export interface TemplateVariable {
  readonly type: 'text' | 'color' | 'image' | 'video';
  /** As a form shows it. */
  readonly label: string;
  /** What the template shows until somebody fills it in; of a picture or video, the name of one that comes with Framemill. */
  readonly initial: string;
}

/** A film to begin with: commands that build it in an empty project. */
export interface Template<Name extends string = string> {
  /** Lower-case letters, digits and hyphens. */
  readonly id: string;
  readonly name: string;
  /** What it shows, in a line. */
  readonly about: string;
  readonly aspectRatio: '16:9' | '9:16' | '1:1';
  /** Length of the film before anything is filled in: it may follow a video. */
  readonly seconds: number;
  /** The moment that its poster shows. Seconds. */
  readonly posterSec: number;
  readonly variables: Readonly<Record<Name, TemplateVariable>>;
  /** The commands that build it with these values of the variables. The value of a picture or video is the `src` of its clip. */
  commands(values: Readonly<Record<Name, string>>): Command[];
}

/** Whether a variable names media. */
export function isOfMedia({ type }: TemplateVariable): boolean {
  return type === 'image' || type === 'video';
}

/** Checks a template's type and keeps the names of its variables. */
export function defineTemplate<Name extends string>(template: Template<Name>): Template<Name> {
  return template;
}
