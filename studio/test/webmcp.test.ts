import { hasBrowserFor } from '@framemill/testing/browser';
import { forSuite } from '@framemill/testing/for-suite';
import type { Service } from '@framemill/testing/service';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { newProject, projectOf } from './editor-project.ts';
import { openWindow, type Window } from './open-studio.ts';
import { sharedWorld } from './world/shared-world.ts';

/** Tools that the page has registered for the browser's agent, by name. */
interface Agent {
  tools: Map<string, { inputSchema: { required: string[] }; execute(input: object): Promise<object> }>;
}

describe.skipIf(!hasBrowserFor('The Studio is'))('agents of the browser', () => {
  const world = forSuite(sharedWorld);
  let service: Service;
  let window: Window;
  let page: Page;
  let projectId: string;
  beforeAll(async () => {
    service = world.service;
    window = await openWindow(world.browser, service, 'dark', await world.signedIn(service.demo));
    page = window.page;
    // No browser of this machine has the interface: what stands for it takes tools as one would.
    await page.addInitScript(() => {
      const tools: Agent['tools'] = new Map();
      Object.assign(globalThis, { agent: { tools } });
      const registerTool = (tool: { name: string }, { signal }: { signal: AbortSignal }) => {
        tools.set(tool.name, tool as never);
        signal.addEventListener('abort', () => tools.delete(tool.name));
      };
      Object.defineProperty(navigator, 'modelContext', { value: { registerTool } });
    });
    projectId = await newProject(service);
    await page.goto(`${service.apiHost}/studio/projects/${projectId}/edit`);
    await page.waitForFunction(() => (globalThis as unknown as { agent: Agent }).agent.tools.size > 0);
  });

  const use = (name: string, input: object) =>
    page.evaluate(
      ([tool, given]) => (globalThis as unknown as { agent: Agent }).agent.tools.get(tool)?.execute(given),
      [name, input] as const,
    );

  it('are offered the tools of the MCP server that an open project has, every command among them', async () => {
    const { tools } = (await page.evaluate(async () => (await fetch('/api/studio/tools')).json())) as {
      tools: { name: string }[];
    };
    const offered = await page.evaluate(() => {
      const { agent } = globalThis as unknown as { agent: Agent };
      return [...agent.tools].map(([name, { inputSchema }]) => ({ name, required: inputSchema.required }));
    });
    const names = tools.map(({ name }) => name);
    expect(offered.every(({ name }) => names.includes(name))).toBe(true);
    expect(offered).toHaveLength(79 + 7);
    expect(offered.some(({ required }) => required.includes('projectId'))).toBe(false);
  });

  it('edit the open project as one step, which is seen, saved and taken back', async () => {
    const before = await projectOf(service, projectId);
    const answer = await use('addTextClip', { text: 'From an agent', start: 5, duration: 2 });
    expect(answer).toMatchObject({ structuredContent: { projectId, ok: true, clipCount: before.clips.length + 1 } });
    await page.getByRole('button', { name: /^From an agent, / }).waitFor();
    await page.locator('[data-connection=saved]').waitFor();
    expect((await projectOf(service, projectId)).rev).toBe(before.rev + 1);
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByText('Add text clip').first().waitFor();
    await window.screenshot('editor-agent');
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^From an agent, / }).waitFor({ state: 'detached' });
    expect(window.faults).toEqual([]);
  });

  it('are told in words what cannot be done, and of no other project', async () => {
    const refused = await use('splitClip', { clipId: 'none', at: 1 });
    expect(refused).toMatchObject({ isError: true });
    expect(JSON.stringify(refused)).toContain('none');
    const other = await use('addTrack', { projectId: 'prj_other', type: 'video' });
    expect(JSON.stringify(other)).toContain(`The open project is ${projectId}`);
    expect(await use('get_project', {})).toMatchObject({ structuredContent: { project: { id: projectId } } });
  });

  it('lose the tools when the project is left', async () => {
    await page.getByRole('link', { name: 'Back to project' }).click();
    await page.waitForFunction(() => (globalThis as unknown as { agent: Agent }).agent.tools.size === 0);
  });
});
