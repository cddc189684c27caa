import { expect, it } from 'vitest';
import { safeFileName } from './file-names.ts';

it.each([
  ['Second cut', 'Second cut'],
  ['AC/DC: live? "1980"', 'AC-DC- live- -1980-'],
  ['../../etc/passwd', '-..-etc-passwd'],
  ['Ferien in Österreich 🎬', 'Ferien in Österreich 🎬'],
  ['evil\u202egpj.exe\r\nX: y', 'evil gpj.exe X- y'],
  ['...', ''],
  ['x'.repeat(300), 'x'.repeat(100)],
])('the file of a project %j is called %j', (name, file) => {
  expect(safeFileName(name)).toBe(file);
});
