import type { Command } from '../command/command.ts';

/** A variable of a template: a text, a colour (CSS), an image or a video (media id or URL). */
export interface TemplateVariable {
  readonly type: 'text' | 'color' | 'image' | 'video';
  /** Label in a form. */
  readonly label: string;
  /** Initial value. For an image or video, the name of a file that is included with Framemill. */
  readonly initial: string;
}

/** A template of a video: commands that build it in an empty project. */
export interface Template<Name extends string = string> {
  /** Id of the template: lower-case letters, digits and hyphens. */
  readonly id: string;
  readonly name: string;
  /** Description in one line. */
  readonly about: string;
  readonly aspectRatio: '16:9' | '9:16' | '1:1';
  /** Length of the video with initial values. Seconds; it may follow the length of a video that is filled in. */
  readonly seconds: number;
  /** Time of the frame that its poster shows. Seconds. */
  readonly posterSec: number;
  readonly variables: Readonly<Record<Name, TemplateVariable>>;
  /**
   * Returns the commands that build the video with these values. The value of an image or video is the `src` of its
   * clip.
   */
  commands(values: Readonly<Record<Name, string>>): Command[];
}

/** Whether a variable is a media source. */
export function isOfMedia({ type }: TemplateVariable): boolean {
  return type === 'image' || type === 'video';
}

/** Checks a template's type and infers the names of its variables. */
export function defineTemplate<Name extends string>(template: Template<Name>): Template<Name> {
  return template;
}
