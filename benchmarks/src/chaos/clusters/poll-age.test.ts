import { expect, test } from 'vitest';
import { ageOf, judgePolls, rankOf } from './poll-age.ts';

const processing = rankOf({ status: 'PROCESSING', progress: 50 });
const completed = rankOf({ status: 'COMPLETED', progress: 100 });
/** Samples every 100 ms: PROCESSING at 50 % until 1.0 s, COMPLETED from 1.1 s. */
const spans = [
  { rank: processing, fromMs: 0, seenMs: 10, toMs: 1_000 },
  { rank: completed, fromMs: 1_100, seenMs: 1_110, toMs: 9_000 },
];
const poll = (sentMs: number, rank: number) => ({ sentMs, answeredMs: sentMs + 5, rank });

test('an answer is as old as the last sample with its state, or as the end of the last outage', () => {
  expect(ageOf(poll(900, processing), spans, 0)).toBe(0);
  expect(ageOf(poll(2_500, processing), spans, 0)).toBe(1_500);
  expect(ageOf(poll(2_500, processing), spans, 2_000)).toBe(500);
  expect(ageOf(poll(2_500, completed), spans, 0)).toBe(0);
});

test('an answer that is newer than the last sample, or between two, is not old', () => {
  expect(ageOf(poll(1_050, completed), spans, 0)).toBe(0);
  expect(ageOf(poll(1_050, rankOf({ status: 'PROCESSING', progress: 99 })), spans, 0)).toBe(0);
});

test('an earlier state than that of the first sample is as old as this sample', () => {
  expect(ageOf(poll(900, processing), spans.slice(1), 0)).toBe(0);
  expect(ageOf(poll(1_600, processing), spans.slice(1), 0)).toBe(500);
});

test('a state that the database lost is as old as its loss', () => {
  const lost = [
    { rank: completed, fromMs: 0, seenMs: 10, toMs: 1_000 },
    { rank: processing, fromMs: 2_000, seenMs: 2_010, toMs: 6_000 },
  ];
  expect(ageOf(poll(5_000, completed), lost, 1_900)).toBe(3_100);
});

test('polls during an outage do not count; an earlier state counts from 2 s after it', () => {
  const outages = [{ fromMs: 2_000, toMs: 3_000 }];
  const polls = [poll(1_900, completed), poll(2_500, processing), poll(3_100, processing), poll(5_200, completed)];
  expect(judgePolls(polls, spans, outages)).toEqual({ judged: 3, oldestMs: 100, backwards: 0 });
  expect(judgePolls([...polls, poll(5_400, processing)], spans, outages)).toMatchObject({
    backwards: 1,
    oldestMs: 2_400,
  });
});
