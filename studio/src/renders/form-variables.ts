import type { Variable } from '@framemill/timeline';

/** A variable as a form needs it. */
export type FormVariable = Pick<Variable, 'name' | 'default'> & { type: string };

/** Values by name; what has none takes its default. */
export type VariableValues = Readonly<Record<string, string>>;

/** Names that lack a value and have no default. */
export function missingNames(variables: readonly FormVariable[], values: VariableValues): string[] {
  return variables.filter((one) => one.default === null && values[one.name] === undefined).map(({ name }) => name);
}

/** The values of those variables that there are: others would be refused. */
export function valuesFor(variables: readonly FormVariable[], values: VariableValues): VariableValues {
  const names = new Set(variables.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.has(name)));
}
