import { setTimeout } from 'node:timers/promises';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  fromJsonSchema,
  inputRequired,
  inputResponse,
  McpServer,
  ResourceTemplate,
  type ServerContext,
} from '@modelcontextprotocol/server';

/** Base64 of an image of one red pixel. `SILENCE` is an empty audio file. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==';
const SILENCE = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const NAME_FORM = {
  type: 'object' as const,
  properties: { name: { type: 'string' as const } },
  required: ['name'],
};
const states = createRequestStateCodec<{ step: string }>({ key: 'a key of these tests, of 32 bytes' });

const text = (line: string) => ({ content: [{ type: 'text' as const, text: line }] });
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' };

/**
 * Creates an MCP server with the tools, resources and prompts that the public conformance suite of MCP calls by name.
 */
export function createFixtureServer(): McpServer {
  const server = new McpServer(
    { name: 'fixtures', version: '1.0.0' },
    {
      capabilities: { logging: {}, resources: { subscribe: true }, completions: {} },
      requestState: { verify: states.verify },
      cacheHints: {},
    },
  );
  addContentTools(server);
  addAskingTools(server);
  addInputTools(server);
  addResources(server);
  addPrompts(server);
  return server;
}

function addContentTools(server: McpServer): void {
  const plain = (name: string, answer: (context: ServerContext) => unknown) =>
    server.registerTool(name, { description: `Fixture ${name}.` }, (async (context: ServerContext) =>
      answer(context)) as never);
  plain('test_simple_text', () => text('This is a simple text response for testing.'));
  plain('test_image_content', () => ({ content: [image] }));
  plain('test_audio_content', () => ({ content: [{ type: 'audio', data: SILENCE, mimeType: 'audio/wav' }] }));
  const resource = (uri: string, mimeType: string, words: string) => ({
    ...{ type: 'resource', resource: { uri, mimeType, text: words } },
  });
  plain('test_embedded_resource', () => ({
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }));
  plain('test_multiple_content_types', () => ({
    content: [
      ...text('Multiple content types test:').content,
      image,
      resource('test://mixed-content-resource', 'application/json', JSON.stringify({ test: 'data', value: 123 })),
    ],
  }));
  plain('test_error_handling', () => {
    throw new Error('This tool intentionally returns an error for testing');
  });
  plain('test_tool_with_logging', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Tool execution started');
    await setTimeout(50);
    await mcpReq.log('info', 'Tool processing data');
    await setTimeout(50);
    await mcpReq.log('info', 'Tool execution completed');
    return text('Done.');
  });
  plain('test_logging_tool', async ({ mcpReq }) => {
    await mcpReq.log('info', 'Only for those who ask for it');
    return text('Done.');
  });
  plain('test_tool_with_progress', async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        const params = { progressToken, progress, total: 100 };
        await mcpReq.notify({ method: 'notifications/progress', params });
      }
      await setTimeout(50);
    }
    return text('Done.');
  });
}

// Tools of the versions in which a server sends requests to its client.
function addAskingTools(server: McpServer): void {
  const words = (name: string) =>
    fromJsonSchema<Record<string, string>>({
      ...{ type: 'object', properties: { [name]: { type: 'string' } }, required: [name] },
    });
  server.registerTool(
    'test_sampling',
    { description: 'Asks the model.', inputSchema: words('prompt') },
    async ({ prompt = '' }, { mcpReq }) => {
      const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: prompt } }];
      const { content } = await mcpReq.requestSampling({ messages, maxTokens: 100 });
      return text(`LLM response: ${JSON.stringify(content)}`);
    },
  );
  const ask = (mcpReq: ServerContext['mcpReq'], message: string, properties: object, required: string[] = []) =>
    mcpReq.elicitInput({ message, requestedSchema: { type: 'object', properties: properties as never, required } });
  server.registerTool(
    'test_elicitation',
    { description: 'Asks the person.', inputSchema: words('message') },
    async ({ message = '' }, { mcpReq }) => {
      const field = { type: 'string', description: 'What the person says' };
      const answer = await ask(mcpReq, message, { username: field, email: field }, ['username', 'email']);
      return text(`User response: ${JSON.stringify(answer)}`);
    },
  );
  const done = ({ action, content }: { action: string; content?: unknown }) =>
    text(`Elicitation completed: action=${action}, content=${JSON.stringify(content ?? {})}`);
  server.registerTool(
    'test_elicitation_sep1034_defaults',
    { description: 'A form with defaults.' },
    async ({ mcpReq }) => {
      const form = {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      };
      return done(await ask(mcpReq, 'Check the defaults.', form));
    },
  );
  server.registerTool('test_elicitation_sep1330_enums', { description: 'A form of choices.' }, async ({ mcpReq }) => {
    const options = ['option1', 'option2', 'option3'];
    const titled = ['value1', 'value2', 'value3'].map((value, at) => ({ const: value, title: `Choice ${at + 1}` }));
    const form = {
      untitledSingle: { type: 'string', enum: options },
      titledSingle: { type: 'string', oneOf: titled },
      legacyEnum: { type: 'string', enum: ['opt1', 'opt2', 'opt3'], enumNames: ['One', 'Two', 'Three'] },
      untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
      titledMulti: { type: 'array', items: { anyOf: titled } },
    };
    return done(await ask(mcpReq, 'Choose.', form));
  });
}

// Tools of the version in which a server answers that it needs more, and the client calls again.
function addInputTools(server: McpServer): void {
  const tool = (name: string, run: (context: ServerContext) => unknown) =>
    server.registerTool(name, { description: `Fixture ${name}.` }, (async (context: ServerContext) =>
      run(context)) as never);
  const askName = inputRequired.elicit({ message: 'What is your name?', requestedSchema: NAME_FORM });
  const nameIn = ({ mcpReq }: ServerContext, key: string) => {
    const name = acceptedContent(mcpReq.inputResponses, key)?.name;
    return typeof name === 'string' ? name : null;
  };
  tool('test_input_required_result_elicitation', (context) => {
    const name = nameIn(context, 'user_name');
    return name === null ? inputRequired({ inputRequests: { user_name: askName } }) : text(`Hello, ${name}!`);
  });
  const sample = (words: string, maxTokens: number) =>
    inputRequired.createMessage({
      ...{ messages: [{ role: 'user', content: { type: 'text', text: words } }], maxTokens },
    });
  tool('test_input_required_result_sampling', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'capital_question');
    if (answer.kind === 'sampling') return text(JSON.stringify(answer.result.content));
    return inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?', 100) } });
  });
  tool('test_input_required_result_list_roots', ({ mcpReq }) => {
    const answer = inputResponse(mcpReq.inputResponses, 'client_roots');
    if (answer.kind === 'roots') return text(answer.roots.map(({ uri }) => uri).join(' '));
    return inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } });
  });
  // The library refuses both where the client did not say that it can answer.
  tool('test_missing_capability', () =>
    inputRequired({ inputRequests: { capital_question: sample('Say hello.', 10) } }),
  );
  tool('test_streaming_elicitation', () => inputRequired({ inputRequests: { user_name: askName } }));
  const confirm = inputRequired.elicit({
    message: 'Please confirm',
    requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  });
  const stateful = async ({ mcpReq }: ServerContext) =>
    mcpReq.requestState<{ step: string }>()?.step === 'confirm' && mcpReq.inputResponses?.confirm !== undefined
      ? text('state-ok')
      : inputRequired({ inputRequests: { confirm }, requestState: await states.mint({ step: 'confirm' }) });
  tool('test_input_required_result_request_state', stateful);
  tool('test_input_required_result_tampered_state', stateful);
  tool('test_input_required_result_multiple_inputs', async (context) => {
    const { inputResponses } = context.mcpReq;
    const name = nameIn(context, 'user_name');
    const greeting = inputResponse(inputResponses, 'greeting');
    const roots = inputResponse(inputResponses, 'client_roots');
    if (name !== null && greeting.kind === 'sampling' && roots.kind === 'roots') {
      return text(`${name}: ${JSON.stringify(greeting.result.content)}, ${roots.roots.length} roots`);
    }
    const inputRequests = {
      ...{ user_name: askName, greeting: sample('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
    };
    return inputRequired({ inputRequests, requestState: await states.mint({ step: 'all' }) });
  });
  tool('test_input_required_result_multi_round', async (context) => {
    const step = context.mcpReq.requestState<{ step: string }>()?.step;
    const more = async (key: string, message: string, next: string, form: Parameters<typeof inputRequired.elicit>[0]) =>
      inputRequired({
        inputRequests: { [key]: inputRequired.elicit({ ...form, message }) },
        requestState: await states.mint({ step: next }),
      });
    if (step === 'two' && context.mcpReq.inputResponses?.step2 !== undefined) return text('All steps done.');
    if (step === 'one' && context.mcpReq.inputResponses?.step1 !== undefined) {
      const form = { type: 'object' as const, properties: { color: { type: 'string' as const } }, required: ['color'] };
      return more('step2', 'Step 2: What is your favorite color?', 'two', { message: '', requestedSchema: form });
    }
    return more('step1', 'Step 1: What is your name?', 'one', { message: '', requestedSchema: NAME_FORM });
  });
  tool('test_input_required_result_capabilities', ({ mcpReq }) => {
    const sent: Record<string, unknown> = { ...mcpReq.envelope };
    const declared = (sent[CLIENT_CAPABILITIES_META_KEY] ?? {}) as Record<string, unknown>;
    const possible = {
      ...(declared.elicitation === undefined ? {} : { user_name: askName }),
      ...(declared.sampling === undefined ? {} : { greeting: sample('Generate a greeting', 50) }),
    };
    return Object.keys(possible).length === 0 ? text('Nothing to ask.') : inputRequired({ inputRequests: possible });
  });
}

function addResources(server: McpServer): void {
  const one = (uri: string, mimeType: string, body: { text: string } | { blob: string }) =>
    server.registerResource(uri.replace('test://', ''), uri, { description: `Fixture ${uri}.`, mimeType }, () => ({
      contents: [{ uri, mimeType, ...body }],
    }));
  one('test://static-text', 'text/plain', { text: 'This is the content of the static text resource.' });
  one('test://static-binary', 'image/png', { blob: PIXEL });
  one('test://watched-resource', 'text/plain', { text: 'Watched.' });
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined });
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      {
        ...{ uri: href, mimeType: 'application/json' },
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      },
    ],
  }));
  server.server.setRequestHandler('resources/subscribe', () => ({}));
  server.server.setRequestHandler('resources/unsubscribe', () => ({}));
}

function addPrompts(server: McpServer): void {
  const said = (content: object) => ({ role: 'user' as const, content });
  const prompt = (
    name: string,
    fields: string[],
    run: (args: Record<string, string>, context: ServerContext) => unknown,
  ) => {
    const properties = Object.fromEntries(fields.map((field) => [field, { type: 'string' as const }]));
    const argsSchema = fromJsonSchema<Record<string, string>>({ type: 'object', properties, required: fields });
    const config = { description: `Fixture ${name}.`, ...(fields.length > 0 ? { argsSchema } : {}) };
    const handle = fields.length > 0 ? run : (context: ServerContext) => run({}, context);
    server.registerPrompt(name, config as never, handle as never);
  };
  prompt('test_simple_prompt', [], () => ({
    messages: [said({ type: 'text', text: 'This is a simple prompt for testing.' })],
  }));
  prompt('test_prompt_with_arguments', ['arg1', 'arg2'], ({ arg1, arg2 }) => ({
    messages: [said({ type: 'text', text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })],
  }));
  prompt('test_prompt_with_embedded_resource', ['resourceUri'], ({ resourceUri: uri }) => ({
    messages: [
      said({
        type: 'resource',
        resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
      }),
      said({ type: 'text', text: 'Please process the embedded resource above.' }),
    ],
  }));
  prompt('test_prompt_with_image', [], () => ({
    messages: [said(image), said({ type: 'text', text: 'Please analyze the image above.' })],
  }));
  prompt('test_input_required_result_prompt', [], (_args, { mcpReq }) => {
    const context = acceptedContent(mcpReq.inputResponses, 'user_context')?.context;
    if (typeof context === 'string') return { messages: [said({ type: 'text', text: `Use ${context}.` })] };
    const requestedSchema = {
      ...{ type: 'object' as const, properties: { context: { type: 'string' as const } }, required: ['context'] },
    };
    const message = 'What context should the prompt use?';
    return inputRequired({ inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) } });
  });
  server.server.setRequestHandler('completion/complete', () => ({
    completion: { values: [], total: 0, hasMore: false },
  }));
}
