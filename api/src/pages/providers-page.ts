import type { FastifyInstance } from 'fastify';
import { html, type Markup } from '../http/html.ts';
import type { Adapter } from '../providers/adapter.ts';
import { adapters } from '../providers/index.ts';
import { orderVariable } from '../providers/open-providers.ts';
import { docsPage, inlineCode, sendDocsPage } from './docs-page.ts';

const INTRODUCTION = [
  'Providers are configured by environment variables of the API process; keys are never shown or logged. `npm run admin -- provider list` says which are configured, `provider test` asks each for something small.',
  'Those of a kind are asked in the order of this page until one answers. A variable such as `IMAGE_PROVIDERS=stability,openai-images` chooses others, or another order.',
  'OpenAI for everything: `OPENAI_API_KEY=sk-...`. Plans by Anthropic or Gemini: `ANTHROPIC_API_KEY=...` or `GEMINI_API_KEY=...`.',
  'Plans by a local server that speaks chat completions (ollama, llama.cpp, vLLM): `OPENAI_CHAT_URL=http://localhost:11434/v1 OPENAI_CHAT_MODEL=qwen3`. Nothing leaves the machine then.',
  'Without any: rules plan edits, `espeak-ng` speaks where it is installed, scripts become timed words, a word list checks prompts. Pictures, films and stock answer 501.',
];

/** Serves /docs/providers, which lists all providers with their variables and setup. No credential needed. */
export function installProvidersPage(app: FastifyInstance): void {
  const rules = INTRODUCTION.map((rule) => `<li>${inlineCode(rule)}</li>`).join('');
  const sections = Object.entries(adapters).map(([kind, family]) => {
    const rows = family.map(rowOf);
    return html`<h2 id="${kind}">${kind}</h2><p>Order: <code>${orderVariable(kind)}</code></p><table>${rows}</table>`
      .markup;
  });
  const page = docsPage('Providers', `<ul>${rules}</ul>${sections.join('')}`);
  app.get('/docs/providers', { schema: { hide: true } }, (_request, reply) => sendDocsPage(reply, page));
}

function rowOf({ name, title, variables, needs }: Adapter): Markup {
  const lines = Object.entries(variables).map(([variable, { meaning, fallback, required }]) => {
    const value = required ? 'required' : fallback === null ? 'optional' : `default ${fallback}`;
    return html`<div><code>${variable}</code>: ${meaning} (${value})</div>`;
  });
  const more = needs ? [html`<div>Needs: ${needs}</div>`] : [];
  return html`<tr><th scope="row"><code>${name}</code></th><td>${title}${[...lines, ...more]}</td></tr>`;
}
