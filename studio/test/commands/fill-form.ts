import type { Locator } from 'playwright-core';
import type { JsonSchema } from '../../src/editor/commands/registry.ts';
import { titleOf } from '../../src/ui/labels.ts';

/**
 * Fills the fields of a form as a user does. Each value goes into the control that is labelled with the field's name.
 */
export async function fillFields(
  form: Locator,
  properties: Record<string, JsonSchema>,
  values: Record<string, unknown>,
): Promise<void> {
  for (const [name, value] of Object.entries(values)) await fillField(form, name, properties[name] ?? {}, value);
}

async function fillField(form: Locator, name: string, schema: JsonSchema, value: unknown): Promise<void> {
  const title = titleOf(name);
  const label = form.locator(':scope > div > label').filter({ hasText: new RegExp(`^${escaped(title)}( \\*)?$`) });
  const group = form.locator(':scope > fieldset').filter({
    has: form
      .page()
      .locator('legend')
      .filter({ hasText: new RegExp(`^ ?${escaped(title)}$`) }),
  });
  await label.or(group).waitFor();
  if ((await label.count()) > 0) return fillControl(label, value);
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      await group.locator(':scope > button').click();
      const place = group.locator(':scope > div').nth(index).locator(':scope > div');
      await fillField(place, `${index + 1}`, isSchema(schema.items) ? schema.items : {}, item);
    }
    return;
  }
  const fold = group.locator(':scope > legend > button');
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
  await fillFields(group.locator(':scope > div'), schema.properties ?? {}, Object(value));
}

async function fillControl(label: Locator, value: unknown): Promise<void> {
  const { id, kind } = await label.evaluate((element: HTMLLabelElement) => {
    const { control } = element;
    if (control instanceof HTMLSelectElement) return { id: control.id, kind: 'select' };
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox';
    return { id: control?.id ?? '', kind: isBox ? 'box' : 'text' };
  });
  const control = label.page().locator(`[id="${id}"]`);
  if (kind === 'select') for (const one of [value].flat()) await control.selectOption(String(one));
  else if (kind === 'box') await control.setChecked(value === true);
  else await control.fill(String(value));
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
