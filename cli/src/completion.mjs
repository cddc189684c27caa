import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { optionsOf } from '../../infra/bootstrap/command-line.mjs';
import { root } from '../../infra/bootstrap/setup.mjs';
import { commands } from './commands.mjs';

/**
 * Completions at one place of a command line: the words that may follow `before`, and whether a file name may.
 * @typedef {{ before: string; words: string[]; choices: Record<string, readonly string[]>; files: boolean }} Place
 */

/**
 * Returns the script for bash, zsh or fish that completes commands, options, file names, and the values of options that
 * have a fixed list of values.
 * @param {string} shell
 */
export function completion(shell) {
  const places = allPlaces();
  if (shell === 'fish') return fish(places);
  // zsh uses the bash script through its own compatibility layer.
  const prefix = shell === 'zsh' ? '#compdef framemill\nautoload -U +X bashcompinit && bashcompinit\n' : '';
  return `${prefix}${bash(places)}`;
}

/** @returns {Place[]} First the commands, then each command, then each noun and verb of `admin`. */
function allPlaces() {
  const own = Object.entries(commands).map(([name, command]) => placeOf(name, optionsOf(command), command.words ?? []));
  const admin = adminCommands();
  const nouns = [...new Set(admin.map(({ noun }) => noun))];
  const verbs = nouns.map((noun) => {
    const of = admin.filter((command) => command.noun === noun).map(({ verb }) => verb);
    return placeOf(`admin ${noun}`, [], of);
  });
  const each = admin.map(({ noun, verb, options: names }) => {
    const options = optionsOf({ options: names.map((name) => ({ name, about: '' })) });
    return placeOf(`admin ${noun} ${verb}`, options, []);
  });
  return [
    placeOf('', [], Object.keys(commands)),
    ...own.map((place) =>
      place.before === 'admin' ? { ...place, words: [...nouns, ...place.words], files: false } : place,
    ),
    ...verbs,
    ...each,
  ];
}

/**
 * @param {string} before
 * @param {readonly import('../../infra/bootstrap/command-line.mjs').Option[]} options
 * @param {readonly string[]} words
 * @returns {Place}
 */
function placeOf(before, options, words) {
  const choices = Object.fromEntries(
    options.flatMap(({ name, choices: values }) => (values ? [[`--${name}`, values]] : [])),
  );
  const dashed = options.map(({ name }) => `--${name}`);
  return { before, words: [...words, ...dashed], choices, files: words.length === 0 };
}

/** @returns {{ noun: string; verb: string; options: string[] }[]} Empty before the first set-up of a checkout. */
function adminCommands() {
  const file = path.join(root, 'api/src/client/generated/admin-commands.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
}

/** @param {readonly Place[]} places */
function bash(places) {
  const values = places.flatMap(({ before, choices }) =>
    Object.entries(choices).map(
      ([option, words]) => `    '${before} ${option}') words='${words.join(' ')}'; files=;;\n`,
    ),
  );
  const names = places.map(
    ({ before, words, files }) => `    '${before}') words='${words.join(' ')}'; files=${files ? 1 : ''};;\n`,
  );
  return `_framemill() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" place='' words='' files=1 i
  for ((i = 1; i < COMP_CWORD && i <= 3; i++)); do
    case "\${COMP_WORDS[i]}" in -*) break;; esac
    if [ "$i" = 1 ]; then place="\${COMP_WORDS[i]}"
    elif [ "\${COMP_WORDS[1]}" = admin ]; then place="$place \${COMP_WORDS[i]}"
    fi
  done
  case "$place" in
${names.join('')}  esac
  case "$place $previous" in
${values.join('')}  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  [ -n "$files" ] && case "$current" in -*) ;; *) COMPREPLY+=($(compgen -f -- "$current"));; esac
  return 0
}
complete -o filenames -F _framemill framemill
`;
}

/** @param {readonly Place[]} places */
function fish(places) {
  /** @param {Place} place @returns {string[]} */
  const linesOf = ({ before, words, choices, files }) => {
    const when = `-n '__framemill_at ${JSON.stringify(before)}'`;
    return words.map((word) => {
      const values = choices[word];
      if (!word.startsWith('--')) return `complete -c framemill ${when} -f -a ${word}`;
      const taken = values === undefined ? '' : ` -x -a ${JSON.stringify(values.join(' '))}`;
      return `complete -c framemill ${when}${files ? '' : ' -f'} -l ${word.slice(2)}${taken}`;
    });
  };
  return `function __framemill_at
  set -l words (commandline -opc)[2..-1]
  set -l place
  for word in $words
    string match -q -- '-*' $word; and break
    if test (count $place) -eq 0; or test "$words[1]" = admin
      set -a place $word
    end
  end
  test "$place[1..3]" = $argv[1]
end
${places.flatMap(linesOf).join('\n')}
`;
}
