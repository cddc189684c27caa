import { type Variable, valueFault } from '@framemill/timeline';

/** A variable as a form needs it. */
export type FormVariable = Omit<Variable, 'uses'>;

/** Values by name; what has none takes its default. */
export type VariableValues = Readonly<Record<string, string>>;

/** Names that lack a value and have no default. */
export function missingNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  return variables.filter((one) => one.default === null && values[one.name] === undefined).map(({ name }) => name);
}

/** What is wrong with the value of a variable, as the end of a sentence that begins with its name; null: nothing. */
export function faultOf(variable: FormVariable, values: VariableValues): string | null {
  const value = values[variable.name];
  return value === undefined ? null : valueFault(variable, value);
}

/** Names whose values do not fit them. */
export function wrongNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  return variables.filter((one) => faultOf(one, values) !== null).map(({ name }) => name);
}

/** Names of values that no variable has any more: a render would be refused with them. */
export function unknownNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  const names = new Set(variables.map(({ name }) => name));
  return Object.keys(values).filter((name) => !names.has(name));
}

/** The values of those variables that there are. */
export function valuesFor(variables: readonly FormVariable[], values: VariableValues): VariableValues {
  const unknown = new Set(unknownNames(variables, values));
  return Object.fromEntries(Object.entries(values).filter(([name]) => !unknown.has(name)));
}
