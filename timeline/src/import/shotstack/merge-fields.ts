import { LIMITS } from '../../document/limits.ts';
import { shortened } from '../../document/storable-text.ts';
import type { SourceNode, SourceTree } from '../source-tree.ts';

/** Merge fields of an edit, which become variables of the project. */
export interface MergeFields {
  /**
   * Returns a text in which each `{{ NAME }}` is a variable of the project, with the value of the merge field as its
   * default: `{{NAME|value}}`. Reports names without a merge field.
   */
  withVariables(text: string, path: string): string;
  /** Returns `{{NAME|value}}` when the text is exactly one placeholder; `null` otherwise. */
  variableOf(text: unknown, path: string): string | null;
  /** Reports the merge fields that no text of the edit uses. */
  finish(): void;
}

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;

/**
 * Reads the list `merge` of an edit. Values of the edit that are placeholders are then read as the values of their
 * merge fields, which `tree.fill` is set for.
 */
export function readMergeFields(tree: SourceTree, merge: SourceNode | null): MergeFields {
  const fields = new Map<string, { node: SourceNode; value: string; raw: unknown; isUsed: boolean }>();
  for (const node of merge?.items() ?? []) {
    const find = node.get('find')?.raw;
    const replace = node.get('replace')?.raw ?? '';
    if (typeof find !== 'string' || typeof replace === 'object') {
      node.lose('A merge field needs a text to find, and a text, number or boolean to replace it with.');
      continue;
    }
    fields.set(find.trim(), { node, value: String(replace), raw: replace, isUsed: false });
  }
  const use = (name: string) => {
    const field = fields.get(name);
    if (field && !field.isUsed) {
      field.isUsed = true;
      field.node.use();
      if (/[{}]/.test(field.value)) {
        field.node.note('The default of a variable cannot contain braces.', 'The value without its braces.');
      }
    }
    return field;
  };
  tree.fill = (text) => {
    const name = wholeName(text);
    if (name !== null) return use(name)?.raw ?? name;
    return text.replace(PLACEHOLDER, (_, inner: string) => use(inner.trim())?.value ?? inner.trim());
  };
  const unknown = new Set<string>();
  const variable = (name: string, path: string): string => {
    const field = use(name);
    if (!field && !unknown.has(name)) {
      unknown.add(name);
      tree.note(path, `{{ ${name} }}`, 'The list merge has no value for this placeholder.', 'Its name is the default.');
    }
    const value = (field?.value ?? name).replace(/[{}]/g, '');
    return `{{${variableName(name)}|${shortened(value, LIMITS.textLength / 2)}}}`;
  };
  return {
    withVariables: (text, path) => text.replace(PLACEHOLDER, (_, name: string) => variable(name.trim(), path)),
    variableOf(text, path) {
      const name = typeof text === 'string' ? wholeName(text) : null;
      return name === null ? null : variable(name, path);
    },
    finish() {
      for (const { node, isUsed } of fields.values()) {
        if (!isUsed) node.lose('Nothing in the file uses this merge field.');
      }
    },
  };
}

/** Returns the name in a text that is exactly one placeholder. */
function wholeName(text: string): string | null {
  return /^\{\{([^{}]{1,200})\}\}$/.exec(text.trim())?.[1]?.trim() ?? null;
}

/** Returns the name of a variable for the name of a merge field, which may contain any characters. */
function variableName(name: string): string {
  const plain = name.replace(/[^A-Za-z0-9_.-]/g, '_').slice(0, 63);
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}
