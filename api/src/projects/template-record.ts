import { type Command, FramemillError, nearestName } from '@framemill/timeline';
import { isOfMedia, type Template, templates } from '@framemill/timeline/templates';
import { type Static, Type } from '@framemill/timeline/typebox';

/** Schema of a template in API responses. */
export const TemplateRecordSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    about: Type.String({ description: 'What it shows, in a line.' }),
    aspectRatio: Type.String(),
    durationSec: Type.Number(),
    posterUrl: Type.String({ description: 'A picture of it, JPEG.' }),
    variables: Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String({ description: 'text, color, image or video.' }),
        label: Type.String(),
        initial: Type.String({
          description: 'What it shows until it is filled in; of a picture or video, a source that clips may show.',
        }),
      }),
    ),
  },
  { title: 'Template' },
);

/** Schema of the values for a template's variables, by name. */
export const TemplateValuesSchema = Type.Record(Type.String({ maxLength: 64 }), Type.String({ maxLength: 5_000 }), {
  maxProperties: 50,
  description:
    'What to fill in, by the name of the variable: a text, a CSS colour, or a media id or URL. The rest stays as ' +
    'it is.',
});

const fixtureOf = (file: string) => `/fixtures/${file}`;

const initialOf = (variable: Template['variables'][string]) =>
  isOfMedia(variable) ? fixtureOf(variable.initial) : variable.initial;

/** Returns the records of all templates. `apiHost` is the public address with which the poster URLs begin. */
export function templateRecords(apiHost: string): Static<typeof TemplateRecordSchema>[] {
  return templates.map((template) => ({
    ...{ id: template.id, name: template.name, about: template.about, aspectRatio: template.aspectRatio },
    durationSec: template.seconds,
    posterUrl: `${apiHost}${fixtureOf(`template-${template.id}.jpg`)}`,
    variables: Object.entries(template.variables).map(([name, variable]) => {
      return { name, type: variable.type, label: variable.label, initial: initialOf(variable) };
    }),
  }));
}

/**
 * Returns the commands that create a project from a template with the given values.
 * Throws `invalid_request` for an unknown template or variable.
 */
export function templateCommands(templateId: string, values: Readonly<Record<string, string>>): Command[] {
  const template = templates.find(({ id }) => id === templateId);
  if (!template) {
    const ids = templates.map(({ id }) => id);
    throw unknownName('body.templateId', templateId, ids);
  }
  const names = Object.keys(template.variables);
  const unknown = Object.keys(values).find((name) => !names.includes(name));
  if (unknown !== undefined) throw unknownName('body.variables', unknown, names);
  const initial = Object.entries(template.variables).map(([name, variable]) => [name, initialOf(variable)]);
  return template.commands({ ...Object.fromEntries(initial), ...values });
}

function unknownName(field: string, name: string, known: readonly string[]): FramemillError {
  const near = nearestName(name, known);
  const meant = near === null || near === undefined ? '' : ` Did you mean "${near}"?`;
  return new FramemillError('invalid_request', `${field}: "${name}" is not known.${meant} Use ${known.join(', ')}.`, {
    field,
  });
}
