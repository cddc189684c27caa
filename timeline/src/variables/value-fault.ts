import type { Variable } from './list-variables.ts';
import { colorOf, numberOf } from './typed-value.ts';

/**
 * Returns why a value does not fit a variable, as the end of a sentence that begins with the variable's name; `null`
 * when the value fits. Any text fits `text` and `media`.
 */
export function valueFault(variable: Omit<Variable, 'uses'>, value: string | number): string | null {
  const { type, minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY, isWhole = false } = variable;
  const got = `(got ${JSON.stringify(typeof value === 'string' ? value.slice(0, 40) : value)})`;
  if (type === 'color')
    return colorOf(value) === null ? `must be a CSS colour, such as #rrggbb or a name ${got}` : null;
  if (type !== 'number') return null;
  const number = numberOf(value);
  const fits = number !== null && number >= minimum && number <= maximum && (!isWhole || Number.isInteger(number));
  return fits ? null : `must be a ${isWhole ? 'whole ' : ''}number from ${minimum} to ${maximum} ${got}`;
}
