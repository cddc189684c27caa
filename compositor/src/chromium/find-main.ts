// Prints the path of this machine's browser and exits with 0; exits with 1 when there is none. The set-up runs it.
import { findBrowser, howToGetBrowser } from './find-browser.ts';

const found = findBrowser();
if (found === null) {
  process.stderr.write(`No browser was found on this machine. ${howToGetBrowser}\n`);
  process.exitCode = 1;
} else {
  process.stdout.write(`${found}\n`);
}
