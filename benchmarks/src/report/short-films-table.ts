import { stackRoles } from '../stack/stack-roles.ts';
import { stepNames } from '../suites/service-steps.ts';
import type { ShortFilmFigures } from '../suites/short-films.ts';
import type { Results } from './results.ts';

/**
 * Returns the times of short videos as lines of Markdown: by the command line and through the service, compared with T
 * of the same length. A second table contains the steps of the service's time.
 */
export function shortFilmsTable({ shortFilms }: Pick<Results, 'shortFilms'>): string[] {
  if (!shortFilms) return [];
  return [
    '## Short films',
    '',
    'One clip of 1080p30 with a text. `npm run render` with npm and the set-up check; the service from POST until COMPLETED was seen, two',
    'warm slots, asked every 40 ms. Not rendering: all of it but the rounds of whole segments that two slots take; in the last round one',
    'of them may be idle.',
    '',
    '| film | T | T, CPU | `npm run render` | of T | CPU | service | of T | not rendering |',
    '|---|---|---|---|---|---|---|---|---|',
    ...shortFilms.map(filmRow),
    '',
    `| film, ms in the service | ${stepNames.join(' | ')} | of frames rendering | a slot idle meanwhile |`,
    `|---|${stepNames.map(() => '---|').join('')}---|---|`,
    ...shortFilms.map(({ seconds, service: { steps } }) => {
      const cells = stepNames.map((name) => Math.round(steps[name]));
      return `| ${seconds} s | ${cells.join(' | ')} | ${Math.round(steps.renderMs)} | ${Math.round(steps.idleMs)} |`;
    }),
    '',
    `| film, processor seconds in the service | ${stackRoles.join(' | ')} | all |`,
    `|---|${stackRoles.map(() => '---|').join('')}---|`,
    ...shortFilms.map(({ seconds, service: { cpuSec } }) => {
      const used = stackRoles.map((role) => cpuSec[role]);
      const all = used.reduce((sum, one) => sum + one, 0);
      return `| ${seconds} s | ${[...used, all].map((one) => one.toFixed(2)).join(' | ')} |`;
    }),
    '',
  ];
}

function filmRow({ seconds, t, command, service }: ShortFilmFigures): string {
  const cells = [
    `${seconds} s`,
    `${t.wallSec.toFixed(2)} s`,
    `${t.cpuSec.toFixed(2)} s`,
    `${command.wallSec.toFixed(2)} s`,
    (command.wallSec / t.wallSec).toFixed(2),
    `${command.cpuSec.toFixed(2)} s`,
    `${service.wallSec.toFixed(2)} s`,
    (service.wallSec / t.wallSec).toFixed(2),
    `${Math.round(service.wallSec * 1_000 - service.steps.renderMs)} ms`,
  ];
  return `| ${cells.join(' | ')} |`;
}
