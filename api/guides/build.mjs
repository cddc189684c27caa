// Renders the guides of this folder to build/guides.json: `node api/guides/build.mjs`. The set-up does it, so that a
// process that starts reads one file, and needs no Markdown library.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { Marked } from 'marked';

/** @typedef {import('marked').Token} Token */

/**
 * Part of a guide from a heading to the next one, for the search.
 * @typedef {{ id: string; title: string; text: string }} Section
 */

const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens, depth }) {
      const id = idOf(textOf(tokens));
      return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
    },
  },
});

/**
 * Renders a guide. It begins with its title (`# ...`) and a paragraph that introduces it. Throws when it does not, and
 * when two headings are the same.
 * @param {string} name name of its file, without the extension
 * @param {string} markdown
 */
function renderGuide(name, markdown) {
  const [title, lead, ...rest] = marked.lexer(markdown).filter(({ type }) => type !== 'space');
  if (title?.type !== 'heading' || lead?.type !== 'paragraph')
    throw new Error(`The guide ${name} must begin with "# title" and a paragraph.`);
  const sections = sectionsOf(textOf([title]), [lead, ...rest]);
  const ids = sections.map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new Error(`The guide ${name} has two headings "${twice}". Rename one.`);
  return { name, title: textOf([title]), lead: textOf([lead]), html: marked.parser(rest), sections };
}

/**
 * @param {string} title
 * @param {readonly Token[]} tokens
 * @returns {Section[]}
 */
function sectionsOf(title, tokens) {
  const sections = [{ id: '', title, texts: /** @type {string[]} */ ([]) }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const heading = textOf([token]);
      sections.push({ id: idOf(heading), title: heading, texts: [] });
    } else sections.at(-1)?.texts.push(textOf([token]));
  }
  return sections.map(({ texts, ...section }) => ({ ...section, text: texts.join(' ').replace(/\s+/g, ' ').trim() }));
}

/**
 * Returns the text of tokens without their formatting.
 * @param {readonly Token[]} tokens
 * @returns {string}
 */
function textOf(tokens) {
  return tokens
    .map((token) => {
      if (token.type === 'table') return [token.header, ...token.rows].flat().map(cellText).join(' ');
      if (token.type === 'list') return token.items.map(cellText).join(' ');
      if (token.type === 'html') return '';
      return token.tokens === undefined ? ('text' in token ? String(token.text) : '') : textOf(token.tokens);
    })
    .join('');
}

/** @param {{ tokens: readonly Token[] }} cell */
function cellText({ tokens }) {
  return textOf(tokens);
}

/** @param {string} heading */
function idOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

const folder = import.meta.dirname;
const guides = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => renderGuide(path.basename(file, '.md'), readFileSync(path.join(folder, file), 'utf8')));
const target = path.join(folder, 'build', 'guides.json');
mkdirSync(path.dirname(target), { recursive: true });
// Written under another name first: a process that starts meanwhile must never read half a file.
const partial = `${target}.${process.pid}`;
writeFileSync(partial, JSON.stringify(guides));
renameSync(partial, target);
