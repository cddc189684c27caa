import { writeFile } from 'node:fs/promises';
import { chapters } from './chapters.ts';
import { conformancePage, conformancePath } from './conformance-page.ts';

await writeFile(conformancePath, conformancePage(chapters));
