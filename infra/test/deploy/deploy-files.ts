import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** The root of the checkout, and the folder of what these suites check. */
export const root = path.resolve(import.meta.dirname, '../../..');
export const deploy = path.join(root, 'infra/deploy');

/** Parsed YAML or JSON of a deployment file: read freely, the suites say what must be in it. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the suites check
export type Tree = any;

/** Every document of a YAML file, aliases and merges resolved. Throws with line and column where it is no YAML. */
export function readYaml(file: string): Tree[] {
  return parseAllDocuments(readFileSync(path.join(deploy, file), 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}`);
    return document.toJS();
  });
}

/** Names of the files of a folder that end so, with the folder. */
export function filesOf(folder: string, ending: string): string[] {
  return readdirSync(path.join(deploy, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/** Files of the Kubernetes manifests: those of the kustomization, and those that it offers in comments. */
export function manifestFiles(): string[] {
  const text = readFileSync(path.join(deploy, 'kubernetes/kustomization.yaml'), 'utf8');
  const [{ resources }] = readYaml('kubernetes/kustomization.yaml');
  const offered = [...text.matchAll(/^ +# - (\S+\.yaml)$/gm)].map(([, file = '']) => file);
  return [...resources.filter((file: string) => file.endsWith('.yaml')), ...offered];
}

/** Names that the recording rules of a file make. */
export function recordedIn(file: string): string[] {
  return readYaml(file)[0].groups.flatMap((group: Tree) => group.rules.flatMap((rule: Tree) => rule.record ?? []));
}
