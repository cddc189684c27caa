import { type Variable, valueFault } from '@framemill/timeline';

/** Variable as a form needs it: without the list of its uses. */
export type FormVariable = Omit<Variable, 'uses'>;

/** Variable values by name. A variable without an entry uses its default. */
export type VariableValues = Readonly<Record<string, string>>;

/** Returns the names of variables that have neither a value nor a default. */
export function missingNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  return variables.filter((one) => one.default === null && values[one.name] === undefined).map(({ name }) => name);
}

/**
 * Returns the problem with a variable's value; null when the value is valid. The text is the end of a sentence that
 * begins with the variable's name.
 */
export function faultOf(variable: FormVariable, values: VariableValues): string | null {
  const value = values[variable.name];
  return value === undefined ? null : valueFault(variable, value);
}

/** Returns the names of variables whose values are invalid. */
export function wrongNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  return variables.filter((one) => faultOf(one, values) !== null).map(({ name }) => name);
}

/**
 * Returns the names of values whose variable does not exist (any more). The service refuses renders with such values.
 */
export function unknownNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  const names = new Set(variables.map(({ name }) => name));
  return Object.keys(values).filter((name) => !names.has(name));
}

/** Returns the values whose variable exists. */
export function valuesFor(variables: readonly FormVariable[], values: VariableValues): VariableValues {
  const unknown = new Set(unknownNames(variables, values));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.has(name)));
}
