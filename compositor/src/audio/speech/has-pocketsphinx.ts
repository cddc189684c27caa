import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';

/** Name of the recogniser's program. */
export const PROGRAM = 'pocketsphinx_continuous';
/** Path of the dictionary of Debian's package pocketsphinx-en-us. */
export const DICTIONARY = '/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict';

/** Whether the recogniser pocketsphinx and its English model are installed. */
export async function hasPocketsphinx(searchPath: string = process.env.PATH ?? ''): Promise<boolean> {
  const isThere = (file: string, mode: number) => access(file, mode).then(...yesOrNo);
  const folders = searchPath.split(path.delimiter).filter((folder) => folder !== '');
  const found = await Promise.all(folders.map((folder) => isThere(path.join(folder, PROGRAM), constants.X_OK)));
  return found.includes(true) && isThere(DICTIONARY, constants.R_OK);
}

const yesOrNo = [() => true, () => false] as const;
