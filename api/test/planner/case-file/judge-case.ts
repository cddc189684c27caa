import type { Clip, Document } from '@framemill/timeline';
import type { Measures } from '../../../src/planner/clip-box.ts';
import { changedPaths } from '../changed-paths.ts';
import { valueAt } from '../wanted.ts';
import type { BuiltProject } from './build-project.ts';
import type { Expectation, Fields, FileCase, Selection } from './case-file.ts';
import { CONSEQUENCES, DERIVED, type DerivedField, type Seen } from './fields.ts';
import { isAsWanted } from './is-as-wanted.ts';
import { selectClips } from './select-clips.ts';

/**
 * Verdict on the result of a message. `right`: as expected; `wrong`: something else; `refused`: nothing changed;
 * `harmful`: a change that no expectation covers.
 */
export type Verdict = 'right' | 'wrong' | 'refused' | 'harmful';

/** Verdict on a case, with its reasons. */
export interface Judgement {
  verdict: Verdict;
  /** Descriptions of the expectations that are not met. */
  missing: string[];
  /** Descriptions of the changes that no expectation covers. */
  harm: string[];
}

/** Result of planning a message: the new document, and the instructions that were not understood. */
export interface Outcome {
  document: Document;
  unresolved: string[];
}

/** Result of checking one expectation: its failures, and the changes that it permits. */
interface Finding {
  failures: string[];
  /** Paths of clips that may change, as pairs of clip ids and paths; `*` means any path. */
  clips: [ids: string[], paths: string[]][];
  gone: string[];
  /** Returns whether the expectation covers a new clip. */
  isExpected(clip: Clip): boolean;
  settings: string[];
  markers: boolean;
  /**
   * Start in seconds of the earliest clip whose end may change. The start of later clips may change too, because they
   * move along.
   */
  movesFrom: number;
}

/**
 * Judges the result of a message by comparing the documents before and after it. Everything that no expectation covers
 * must be unchanged.
 */
export function judgeCase(
  { expect }: Pick<FileCase, 'expect'>,
  { document: before, mediaName }: BuiltProject,
  after: Outcome,
  measures: Measures,
): Judgement {
  const judge = createJudge(before, after, mediaName, measures);
  const findings = expect === 'refuse' ? [] : expect.map(judge);
  const missing = findings.flatMap(({ failures }) => failures);
  const harm = harmOf(findings, before, after.document);
  const isUntouched = JSON.stringify(before) === JSON.stringify(after.document);
  const verdict = harm.length > 0 ? 'harmful' : missing.length === 0 ? 'right' : isUntouched ? 'refused' : 'wrong';
  return { verdict, missing, harm };
}

const MOVING = ['duration', 'speed', 'mediaStart', 'start', 'end'];
const SIZE_OF_CANVAS = ['width', 'height'];
/** Clip fields that may change in every clip when the canvas size changes. */
const LAYOUT = ['fit', 'x', 'y', 'scale', 'cropL', 'cropR', 'cropT', 'cropB', 'textStyle.width', 'textStyle.fontSize'];

function createJudge(
  before: Document,
  { document: after, unresolved }: Outcome,
  mediaName: BuiltProject['mediaName'],
  measures: Measures,
) {
  const choose = (selection: Selection) => selectClips(selection, before, mediaName);
  const isNew = ({ id }: Clip) => !before.clips.some((clip) => clip.id === id);

  return function judge(one: Expectation): Finding {
    const finding: Finding = {
      ...{ failures: [], clips: [], gone: [], settings: [], markers: false, movesFrom: Number.POSITIVE_INFINITY },
      isExpected: () => false,
    };
    if ('anyOf' in one) return firstHolding(one.anyOf.map((list) => merged(list.map(judge))));
    if ('clip' in one) checkFields(finding, choose(one.clip), one.has, one, true);
    else if ('clips' in one && 'have' in one) checkFields(finding, choose(one.clips), one.have, one, false);
    else if ('clips' in one) {
      const count = selectClips(one.clips, after, mediaName).length;
      if (count !== one.count) finding.failures.push(`${count} clips are ${JSON.stringify(one.clips)}`);
    } else if ('gone' in one) {
      const clips = choose(one.gone);
      finding.gone = clips.map(({ id }) => id);
      finding.movesFrom = Math.min(...clips.map(({ start }) => start));
      if (clips.length === 0) finding.failures.push(`no clip is ${JSON.stringify(one.gone)}: the case is wrong`);
      for (const clip of clips) if (find(after, clip.id)) finding.failures.push(`${nameOf(clip)} is still there`);
    } else if ('new' in one) {
      const { tolerance, ...fields } = one.new;
      finding.isExpected = (clip) => isNew(clip) && failuresOf(null, clip, fields, tolerance).length === 0;
      const added = after.clips.filter(isNew);
      const count = added.filter(finding.isExpected).length;
      if (!isAsWanted(count, one.count ?? 1, 0)) {
        const near = added.map((clip) => `${clip.type}: ${failuresOf(null, clip, fields, tolerance).join(', ')}`);
        finding.failures.push(`${count} new clips with ${JSON.stringify(one.new)}; ${near.join('; ')}`);
      }
      // A clip of the kind that was asked for is no harm when it is only not as wanted.
      const { type } = fields;
      if (count === 0 && type !== undefined) finding.isExpected = (clip) => isNew(clip) && clip.type === type;
    } else if ('project' in one) {
      finding.settings = Object.keys(one.project);
      for (const [key, wanted] of Object.entries(one.project)) {
        const is = key === 'background' ? null : valueAt(after.settings, key);
        const isRight =
          key === 'background'
            ? DERIVED.color?.holds?.(wanted, colouredBy(after)) === true
            : isAsWanted(is, wanted, valueAt(before.settings, key));
        if (!isRight) finding.failures.push(`project.${key} is ${JSON.stringify(valueAt(after.settings, key))}`);
      }
      if (['aspectRatio', ...SIZE_OF_CANVAS].some((key) => key in one.project)) {
        finding.settings.push('aspectRatio', ...SIZE_OF_CANVAS);
        finding.clips.push([before.clips.map(({ id }) => id), LAYOUT]);
      }
    } else if ('order' in one) {
      const ids = one.order.map((selection) => choose(selection)[0]?.id ?? `(none: ${JSON.stringify(selection)})`);
      const row = after.clips.filter(({ id }) => ids.includes(id)).toSorted((a, b) => a.start - b.start);
      if (String(row.map(({ id }) => id)) !== String(ids)) finding.failures.push(`order is ${row.map(nameOf)}`);
      finding.movesFrom = -1;
    } else if ('length' in one) {
      const ends = ({ clips }: Document) => Math.max(0, ...clips.map(({ start, duration }) => start + duration));
      if (!isAsWanted(ends(after), one.length, ends(before))) finding.failures.push(`the film lasts ${ends(after)} s`);
      finding.clips.push([before.clips.map(({ id }) => id), ['duration', 'fadeOut']]);
      finding.gone = before.clips.filter(({ id }) => !find(after, id)).map(({ id }) => id);
    } else if ('markers' in one) {
      const times = (after.markers ?? []).map(({ time }) => time).toSorted((a, b) => a - b);
      const isRight =
        times.length === one.markers.length && times.every((time, at) => isAsWanted(time, one.markers[at] ?? null, 0));
      if (!isRight) finding.failures.push(`markers at ${times}`);
      finding.markers = true;
    } else if ('cut' in one) checkCut(finding, choose(one.cut), one);
    else if ('mayChange' in one) {
      const paths = one.fields === 'all' ? ['*'] : one.fields.flatMap((field) => coveredBy(field));
      const ids = choose(one.mayChange).map(({ id }) => id);
      finding.clips.push([ids, paths]);
      if (one.fields === 'all') finding.gone = ids;
    } else if (
      'notUnderstood' in one &&
      !unresolved.some((text) => text.toLowerCase().includes(one.notUnderstood.toLowerCase()))
    ) {
      finding.failures.push(`nothing says that "${one.notUnderstood}" is not understood`);
    }
    return finding;
  };

  function checkFields(finding: Finding, clips: Clip[], given: Fields, one: Expectation, isOne: boolean): void {
    const { tolerance, ...fields } = given;
    if (clips.length === 0 || (isOne && clips.length > 1)) {
      finding.failures.push(`${clips.length} clips are chosen by ${JSON.stringify(one)}: the case is wrong`);
    }
    finding.clips.push([clips.map(({ id }) => id), Object.keys(fields).flatMap((field) => coveredBy(field))]);
    if (MOVING.some((field) => field in fields)) finding.movesFrom = Math.min(...clips.map(({ start }) => start));
    for (const was of clips) {
      const is = find(after, was.id);
      if (is) finding.failures.push(...failuresOf(was, is, fields, tolerance));
      else if (fields.visible === false) finding.gone.push(was.id);
      else finding.failures.push(`${nameOf(was)} is gone`);
    }
  }

  function failuresOf(was: Clip | null, is: Clip, fields: Fields, tolerance: unknown): string[] {
    const seen: Seen = { was, is, document: after, measures };
    return Object.entries(fields).flatMap(([field, wanted]) => {
      const derived = DERIVED[field];
      if (derived?.holds)
        return oneHolds(derived, wanted, seen) ? [] : [`${nameOf(is)}.${field} is not ${JSON.stringify(wanted)}`];
      const fieldOf = (clip: Clip | null, document: Document) =>
        clip === null ? undefined : derived?.value ? derived.value(clip, { ...seen, document }) : valueAt(clip, field);
      const value = fieldOf(is, after);
      const isRight = isAsWanted(
        value,
        wanted,
        fieldOf(was, before),
        typeof tolerance === 'number' ? tolerance : undefined,
      );
      return isRight ? [] : [`${nameOf(is)}.${field} is ${JSON.stringify(value) ?? 'absent'}`];
    });
  }

  /**
   * Checks clips that should have been cut. The parts of a clip are the remaining clip and the new clips with the same
   * source.
   */
  function checkCut(finding: Finding, clips: Clip[], one: Extract<Expectation, { cut: Selection }>): void {
    for (const was of clips) {
      const isPart = (clip: Clip) => clip.src === was.src && (clip.id === was.id || isNew(clip));
      const parts = after.clips.filter(isPart);
      const left = parts.reduce((sum, { duration, speed }) => sum + duration * speed, 0);
      if (one.parts !== undefined && parts.length !== one.parts) finding.failures.push(`${parts.length} parts`);
      if (one.left !== undefined && !isAsWanted(left, one.left, was.duration * was.speed)) {
        finding.failures.push(`${left} s of ${nameOf(was)} are left`);
      }
      for (const [from, to] of one.removed ?? []) {
        const plays = ({ mediaStart, duration, speed }: Clip) =>
          mediaStart < to - 0.05 && mediaStart + duration * speed > from + 0.05;
        if (parts.some(plays)) finding.failures.push(`${nameOf(was)} still plays ${from}-${to} s of its source`);
      }
      const paths = [
        'start',
        'duration',
        'mediaStart',
        'name',
        'transition',
        'effectsOf',
        'effectsFrom',
        'fadeIn',
        'fadeOut',
      ];
      finding.clips.push([[was.id], [...paths, 'kfVolume', 'groupId']]);
      finding.isExpected = (clip) => clips.some(({ src }) => clip.src === src) && isNew(clip);
      if (parts.every(({ id }) => id !== was.id)) finding.gone.push(was.id);
    }
    if (clips.length === 0) finding.failures.push(`no clip is ${JSON.stringify(one.cut)}: the case is wrong`);
    finding.movesFrom = Math.min(...clips.map(({ start }) => start));
  }

  function colouredBy({ settings }: Document): Seen {
    const clip = { shape: { kind: 'rectangle', fill: settings.background } };
    return { was: null, is: clip as Clip, document: after, measures };
  }
}

const find = ({ clips }: Document, id: string) => clips.find((clip) => clip.id === id);
const nameOf = ({ name, src, type, textStyle }: Clip) => name || textStyle?.content || src || type;
const coveredBy = (field: string) => [...(DERIVED[field]?.covers ?? [field]), ...(CONSEQUENCES[field] ?? [])];

function merged(findings: Finding[]): Finding {
  return {
    failures: findings.flatMap(({ failures }) => failures),
    clips: findings.flatMap(({ clips }) => clips),
    gone: findings.flatMap(({ gone }) => gone),
    isExpected: (clip) => findings.some(({ isExpected }) => isExpected(clip)),
    settings: findings.flatMap(({ settings }) => settings),
    markers: findings.some(({ markers }) => markers),
    movesFrom: Math.min(...findings.map(({ movesFrom }) => movesFrom)),
  };
}

/** Whether a derived field is as expected. If a list is expected, one of its values must match. */
const oneHolds = ({ holds }: DerivedField, wanted: unknown, seen: Seen) =>
  (Array.isArray(wanted) ? wanted : [wanted]).some((one: unknown) => holds?.(one, seen) === true);

/**
 * Returns the first alternative that is met. If none is met, returns the failures of the first alternative, and permits
 * the changes of all alternatives, so that none of these changes counts as harm.
 */
function firstHolding(findings: Finding[]): Finding {
  const holding = findings.find(({ failures }) => failures.length === 0);
  return holding ?? { ...merged(findings), failures: findings[0]?.failures ?? [] };
}

function harmOf(findings: Finding[], before: Document, after: Document): string[] {
  const all = merged(findings);
  const harm: string[] = [];
  for (const was of before.clips) {
    const is = find(after, was.id);
    if (is === undefined) {
      if (!all.gone.includes(was.id)) harm.push(`${nameOf(was)} was deleted`);
      continue;
    }
    const allowed = all.clips.flatMap(([ids, paths]) => (ids.includes(was.id) ? paths : []));
    if (was.start >= all.movesFrom) allowed.push('start');
    const isAllowed = (path: string) =>
      allowed.some((one) => one === '*' || path === one || path.startsWith(`${one}.`) || one.startsWith(`${path}.`));
    for (const path of changedPaths(was, is)) {
      if (!isAllowed(path)) {
        harm.push(
          `${nameOf(was)}.${path}: ${JSON.stringify(valueAt(was, path))} -> ${JSON.stringify(valueAt(is, path))}`,
        );
      }
    }
  }
  // The bar of a lower third belongs to its texts.
  const groups = new Set(after.clips.filter(all.isExpected).flatMap(({ groupId }) => groupId ?? []));
  for (const clip of after.clips) {
    if (find(before, clip.id) || all.isExpected(clip)) continue;
    if (clip.groupId !== undefined && groups.has(clip.groupId)) continue;
    harm.push(`a ${clip.type} clip was added: ${nameOf(clip)}`);
  }
  for (const path of changedPaths(before.settings, after.settings)) {
    if (!all.settings.includes(path)) harm.push(`project.${path} changed`);
  }
  if (JSON.stringify(before.markers ?? []) !== JSON.stringify(after.markers ?? []) && !all.markers) {
    harm.push('markers changed');
  }
  return harm;
}
