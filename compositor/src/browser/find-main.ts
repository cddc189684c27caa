// Prints where this machine's browser is and ends with 0; with 1 when there is none. The set-up asks it.
import { findBrowser, howToGetBrowser } from './find-browser.ts';

const found = findBrowser();
if (found === null) {
  process.stderr.write(`There is no browser here. ${howToGetBrowser}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${found}\n`);
}
