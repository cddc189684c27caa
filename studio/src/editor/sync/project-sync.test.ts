import { createDocument, type Document } from '@framemill/timeline';
import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../client/storage.ts';
import type { Edit, ProjectService, SendOutcome } from './edit.ts';
import { openProjectSync, type ProjectSync } from './project-sync.ts';
import { SimulatedService } from './simulated-service.ts';
import type { EditorContext } from './sync-state.ts';
import { openUnsentJournal } from './unsent-journal.ts';

const context: EditorContext = {
  media: () => null,
  catalogue: { fonts: [], effects: {}, transitions: ['dissolve'], shapes: ['star'] },
};

let made = 0;
const newId = () => {
  made += 1;
  return `bat_${made.toString(16).padStart(24, '0')}`;
};
const commandEdit = (...commands: { op: string }[]): Edit => ({
  kind: 'commands',
  batchId: newId(),
  label: 'x',
  commands,
});
const title = (text: string, start: number) =>
  commandEdit(Object.assign({ op: 'addTextClip' }, { text, start, duration: 1 }));
const move = (clipId: string, x: number) => commandEdit(Object.assign({ op: 'setTransform' }, { clipId, x }));

interface Client {
  sync: ProjectSync;
  refused: string[];
  confirmed: string[];
}

function open(server: SimulatedService, over: Partial<ProjectService> = {}, unsent: Edit[] = []): Client {
  const service: ProjectService = {
    send: async (edit, rev) => JSON.parse(JSON.stringify(server.apply(edit, rev))),
    since: async (rev) => JSON.parse(JSON.stringify(server.since(rev))),
    read: async () => ({ document: server.document, rev: server.rev }),
    ...over,
  };
  const refused: string[] = [];
  const confirmed: string[] = [];
  const listener = {
    changed: () => undefined,
    refused: (edit: Edit, problem: string) => void refused.push(`${edit.batchId} ${problem}`),
    confirmed: (edit: Edit) => void confirmed.push(edit.batchId),
  };
  const wait = () => new Promise<void>((resolve) => setTimeout(resolve, 1));
  const { document, rev } = server;
  return { refused, confirmed, sync: openProjectSync({ service, document, rev, context, listener, unsent, wait }) };
}

const clipsOf = ({ clips }: Document) => clips.map(({ id, x, textStyle }) => [id, x, textStyle?.content]);

describe('an edit', () => {
  it('shows at once and has the same ids when it is confirmed', async () => {
    const server = new SimulatedService(createDocument({}), context);
    const { sync } = open(server);
    sync.add(title('a', 0));
    const shown = sync.state().document;
    expect(clipsOf(shown)).toHaveLength(1);
    await sync.idle();
    expect(clipsOf(server.document)).toEqual(clipsOf(shown));
    expect(sync.state()).toMatchObject({ rev: 2, pending: [] });
  });

  it('that the service makes the same of leaves the document that is seen, so that nothing is drawn anew', async () => {
    const server = new SimulatedService(createDocument({}), context);
    const { sync } = open(server);
    sync.add(title('a', 0));
    const shown = sync.state().document;
    await sync.idle();
    expect(sync.state().document).toBe(shown);
    expect(sync.state().confirmed).toBe(shown);
    expect(shown).toEqual(server.document);
    // What the service makes something else of is seen as the service has it.
    const [clip] = shown.clips;
    const change = { op: 'setTransform', clipId: clip?.id, x: 3 };
    server.apply(commandEdit(change), server.rev);
    sync.noteRev(server.rev);
    await sync.idle();
    expect(sync.state().document).not.toBe(shown);
    expect(sync.state().document).toEqual(server.document);
  });

  it('that cannot be applied is refused here, and nothing is sent', () => {
    const server = new SimulatedService(createDocument({}), context);
    const { sync } = open(server);
    expect(sync.add(move('nobody', 1)).problem).toContain('is not a clip of this project');
    expect(sync.state().pending).toEqual([]);
  });

  it('that the service refuses is taken back with a reason', async () => {
    const server = new SimulatedService(createDocument({}), context);
    const send = async (): Promise<SendOutcome> => ({ kind: 'refused', problem: 'The plan lacks it.' });
    const { sync, refused } = open(server, { send });
    sync.add(title('a', 0));
    await sync.idle();
    expect(sync.state().document.clips).toEqual([]);
    expect(refused).toEqual([expect.stringContaining('The plan lacks it.')]);
  });

  it('goes on top of what others did elsewhere, and meets them in a conflict where they did the same', async () => {
    const server = new SimulatedService(createDocument({}), context);
    const other = open(server);
    other.sync.add(title('a', 0));
    other.sync.add(title('b', 3));
    await other.sync.idle();
    const [a, b] = server.document.clips.map(({ id }) => id);
    const mine = open(server);
    other.sync.add(move(a ?? '', 100));
    await other.sync.idle();
    mine.sync.add(move(b ?? '', 50));
    await mine.sync.idle();
    expect(server.document.clips.map(({ x }) => x)).toEqual([100, 50]);
    other.sync.add(move(b ?? '', 7));
    await mine.sync.idle();
    await other.sync.idle();
    // The other did not hear of rev 5 before it moved b: it has the conflict.
    const [conflict] = other.sync.state().conflicts;
    expect(conflict?.parts).toEqual([`clip ${b}`]);
    expect(conflict?.theirs.rev).toBe(5);
    other.sync.settle(conflict?.edit.batchId ?? '', true);
    await other.sync.idle();
    expect(server.document.clips.map(({ x }) => x)).toEqual([100, 7]);
    mine.sync.noteRev(server.rev);
    await mine.sync.idle();
    expect(mine.sync.state().document).toEqual(server.document);
  });

  it('whose answer got lost is sent again under its name and applied once, also by the next visit', async () => {
    const server = new SimulatedService(createDocument({}), context);
    let isLost = true;
    const send = async (edit: Edit, rev: number): Promise<SendOutcome> => {
      const outcome = server.apply(edit, rev);
      return isLost ? { kind: 'unknown', retryAfterMs: null } : outcome;
    };
    const wait = () => new Promise<void>(() => undefined);
    const mine = open(server, { send });
    void wait;
    mine.sync.add(title('once', 0));
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(server.document.clips).toHaveLength(1);
    const unsent = mine.sync.state().pending.map(({ edit }) => edit);
    mine.sync.close();
    isLost = false;
    const next = open(server, { send }, unsent);
    await next.sync.idle();
    expect(server.document.clips).toHaveLength(1);
    expect(next.sync.state()).toMatchObject({ rev: 2, pending: [] });
    expect(next.sync.state().document).toEqual(server.document);
  });

  it('can be undone and done again, over what others did meanwhile', async () => {
    const server = new SimulatedService(createDocument({}), context);
    const mine = open(server);
    const edit = title('mine', 0);
    mine.sync.add(edit);
    await mine.sync.idle();
    const other = open(server);
    other.sync.add(title('theirs', 3));
    await other.sync.idle();
    const undone: Edit = { kind: 'undo', batchId: newId(), label: 'Undo', target: edit.batchId, rev: null };
    expect(mine.sync.add(undone).problem).toBeNull();
    expect(mine.sync.state().document.clips).toEqual([]);
    await mine.sync.idle();
    expect(server.document.clips.map(({ textStyle }) => textStyle?.content)).toEqual(['theirs']);
    mine.sync.add({ kind: 'undo', batchId: newId(), label: 'Redo', target: undone.batchId, rev: null });
    await mine.sync.idle();
    expect(server.document.clips.map(({ textStyle }) => textStyle?.content).sort()).toEqual(['mine', 'theirs']);
    expect(mine.sync.state().document).toEqual(server.document);
  });

  it('waits while nobody is signed in, and goes out afterwards', async () => {
    const server = new SimulatedService(createDocument({}), context);
    let isSignedIn = false;
    const send = async (edit: Edit, rev: number): Promise<SendOutcome> =>
      isSignedIn ? server.apply(edit, rev) : { kind: 'signed-out' };
    const { sync } = open(server, { send });
    sync.add(title('a', 0));
    sync.add(title('b', 2));
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(sync.connection()).toBe('signed-out');
    isSignedIn = true;
    sync.wake();
    await sync.idle();
    expect(server.document.clips).toHaveLength(2);
  });
});

describe('the journal of unsent edits', () => {
  it('is kept for the next visit, visit by visit, and forgotten when all is confirmed', () => {
    const storage = memoryStorage();
    const first = openUnsentJournal(storage, 'acc_1', 'prj_1', 'a');
    const edit = title('a', 0);
    first.keep([edit]);
    expect(openUnsentJournal(storage, 'acc_1', 'prj_2', 'b').read()).toEqual([]);
    expect(openUnsentJournal(storage, 'acc_2', 'prj_1', 'b').read()).toEqual([]);
    const second = openUnsentJournal(storage, 'acc_1', 'prj_1', 'b');
    expect(second.read()).toEqual([edit]);
    second.keep([edit]);
    expect(storage.length).toBe(1);
    second.keep([]);
    expect(storage.length).toBe(0);
  });

  it('does without what somebody else put there', () => {
    const storage = memoryStorage();
    storage.setItem('framemill.unsent.acc_1.prj_1.x', '{"a":1}');
    storage.setItem('framemill.unsent.acc_1.prj_1.y', 'nonsense');
    storage.setItem('framemill.unsent.acc_1.prj_1.z', '[null, {"batchId": 5, "kind": "commands"}]');
    expect(openUnsentJournal(storage, 'acc_1', 'prj_1', 'b').read()).toEqual([]);
  });
});

describe('three editors with random edits, lost answers, restarts and silences', () => {
  it.each(Array.from({ length: 40 }, (_, seed) => seed + 1))('end with the same document (seed %i)', async (seed) => {
    const random = randomOf(seed);
    const server = new SimulatedService(createDocument({}), context);
    let isDown = false;
    let sent = 0;
    const send = async (edit: Edit, rev: number): Promise<SendOutcome> => {
      await hop(random);
      if (isDown || random() < 0.05) return { kind: 'unknown', retryAfterMs: 1 };
      const outcome = server.apply(edit, rev);
      await hop(random);
      // Applied, but the answer never arrives: the process was killed.
      return random() < 0.1 ? { kind: 'unknown', retryAfterMs: 1 } : outcome;
    };
    const since = async (rev: number) => {
      await hop(random);
      if (isDown) throw new TypeError('failed to fetch');
      return JSON.parse(JSON.stringify(server.since(rev)));
    };
    const clients = [0, 1, 2].map(() => open(server, { send, since }));
    const added: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const client = clients[Math.floor(random() * 3)];
      if (!client) throw new Error('three clients');
      const edit = randomEdit(random, client.sync.state().document, added);
      if (client.sync.add(edit).problem === null) {
        sent += 1;
        if (edit.kind === 'commands') added.push(edit.batchId);
      }
      if (random() < 0.1) isDown = !isDown;
      if (random() < 0.4) clients[Math.floor(random() * 3)]?.sync.noteRev(server.rev);
      if (random() < 0.5) await hop(random);
      for (const { edit: held } of client.sync.state().conflicts) client.sync.settle(held.batchId, random() < 0.5);
    }
    isDown = false;
    for (;;) {
      for (const { sync } of clients) {
        for (const { edit } of sync.state().conflicts) sync.settle(edit.batchId, random() < 0.5);
        sync.wake();
        sync.noteRev(server.rev);
      }
      for (const { sync } of clients) await sync.idle();
      const isQuiet = clients.every(
        ({ sync }) =>
          sync.state().rev === server.rev && sync.state().pending.length + sync.state().conflicts.length === 0,
      );
      if (isQuiet) break;
    }
    for (const { sync } of clients) {
      expect(sync.state().document).toEqual(server.document);
      expect(sync.state().confirmed).toEqual(server.document);
    }
    const names = server.entries.map(({ batchId }) => batchId);
    expect(new Set(names).size).toBe(names.length);
    expect(sent).toBeGreaterThan(20);
    const confirmed = clients.flatMap((client) => client.confirmed);
    // Each that was applied was confirmed to the one who made it, once.
    expect([...confirmed].sort()).toEqual([...names].sort());
  });
});

function randomEdit(random: () => number, { clips, tracks }: Document, added: string[]): Edit {
  const clip = clips[Math.floor(random() * clips.length)];
  const kind = random();
  if (!clip || kind < 0.25) return title(`t${Math.floor(random() * 100)}`, Math.floor(random() * 60));
  if (kind < 0.45) return move(clip.id, Math.floor(random() * 500));
  if (kind < 0.55)
    return commandEdit(Object.assign({ op: 'moveClip' }, { clipId: clip.id, start: Math.floor(random() * 80) }));
  if (kind < 0.65) return commandEdit(Object.assign({ op: 'splitClip' }, { clipId: clip.id, at: clip.start + 0.5 }));
  if (kind < 0.72)
    return commandEdit(Object.assign({ op: 'removeClips' }, { clipIds: [clip.id], ripple: random() < 0.5 }));
  if (kind < 0.78)
    return commandEdit(
      Object.assign({ op: 'setProjectSettings' }, { background: `#0000${10 + Math.floor(random() * 89)}` }),
    );
  if (kind < 0.84) return commandEdit(Object.assign({ op: 'addTrack' }, { type: 'video' }));
  if (kind < 0.88) {
    const track = tracks[Math.floor(random() * tracks.length)];
    return commandEdit(Object.assign({ op: 'removeTrack' }, { trackId: track?.id ?? 0 }));
  }
  const target = added[Math.floor(random() * added.length)] ?? '';
  return { kind: 'undo', batchId: newId(), label: 'Undo', target, rev: null };
}

function hop(random: () => number): Promise<void> {
  return random() < 0.5 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, random() * 2));
}

/** Creates a generator of numbers from 0 to 1, which are equal for equal seeds (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
