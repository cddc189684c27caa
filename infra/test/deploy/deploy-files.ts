import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';

/** Root folder of the checkout. `deploy` is the folder with the deployment files that these suites check. */
export const root = path.resolve(import.meta.dirname, '../../..');
export const deploy = path.join(root, 'infra/deploy');

/** Parsed YAML or JSON of a deployment file. It has no type, because the suites check its structure. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the suites check
export type Tree = any;

/**
 * Reads every document of a YAML file, with aliases and merges resolved. Throws with line and column when the file is
 * no valid YAML.
 */
export function readYaml(file: string): Tree[] {
  return parseAllDocuments(readFileSync(path.join(deploy, file), 'utf8'), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join('; ')}`);
    return document.toJS();
  });
}

/** Returns the paths of the files in a deployment folder whose names end in `ending`, sorted. */
export function filesOf(folder: string, ending: string): string[] {
  return readdirSync(path.join(deploy, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => `${folder}/${name}`);
}

/**
 * Returns the paths of the Kubernetes manifests: those that the kustomization lists, and those of the folders that it
 * lists in comments.
 */
export function manifestFiles(): string[] {
  const [{ resources }] = readYaml('kubernetes/kustomization.yaml');
  const ofOptions = optionalFolders('kubernetes').flatMap((folder) =>
    readYaml(`kubernetes/${folder}/kustomization.yaml`)[0].resources.map((file: string) => `${folder}/${file}`),
  );
  return [...resources.filter((file: string) => file.endsWith('.yaml')), ...ofOptions];
}

/** Returns the folders that the kustomization of a folder lists in comments. */
export function optionalFolders(folder: string): string[] {
  const text = readFileSync(path.join(deploy, folder, 'kustomization.yaml'), 'utf8');
  return [...text.matchAll(/^ +# - (\S+)$/gm)].map(([, name = '']) => name);
}

/** Returns the names of the time series that the recording rules in a file create. */
export function recordedIn(file: string): string[] {
  return readYaml(file)[0].groups.flatMap((group: Tree) => group.rules.flatMap((rule: Tree) => rule.record ?? []));
}
