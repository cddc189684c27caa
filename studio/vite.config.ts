import path from 'node:path';
import { type EngineFolder, engineFolder } from '@framemill/compositor/page';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, type Plugin } from 'vite';

const engine = await engineFolder();

/** Builds the Studio into `build/`, as the API serves it under /studio. */
export default defineConfig({
  base: '/studio/',
  plugins: [tailwindcss(), withoutEval(), withEngine(engine)],
  define: {
    ENGINE_SCRIPT_PATH: JSON.stringify(`/studio/assets/${engine.name}/engine.js?graphics=auto`),
    EXPORT_SCRIPT_PATH: JSON.stringify(`/studio/assets/${engine.name}/export.js`),
  },
  build: {
    outDir: 'build',
    target: 'es2024',
    // The content policy allows files of this host alone: nothing may become a data: address.
    assetsInlineLimit: 0,
    // The polyfill for preloading is old browsers' and would be a script within the page.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // React, the router and the components, which every page needs.
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      // The Studio, the editor in other products, and the page of review links.
      input: ['index.html', 'embed.html', 'review.html'].map((name) => path.join(import.meta.dirname, name)),
      // Libraries say "use client" for frameworks that render on servers; it means nothing here.
      onLog: (level, log, report) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
  server: {
    // `npx vite` beside a service on 8787: pages are made anew while they are written.
    proxy: Object.fromEntries(
      [
        ...['/api', '/uploads', '/proxies', '/exports', '/streams', '/fixtures', '/vendor'],
        `/studio/assets/${engine.name}`,
      ].map((path) => [path, 'http://localhost:8787']),
    ),
  },
});

/**
 * Makes the schema library validate values without generating code. The content security policy forbids generated code,
 * and each attempt would be reported as a violation.
 */
function withoutEval(): Plugin {
  return {
    name: 'schemas-without-eval',
    transform(code, id) {
      if (!id.endsWith('timeline/typebox/build/index.mjs')) return null;
      const changed = code.replace(/function CanEvaluate\(\) \{/, '$& return false;');
      if (changed === code) throw new Error('typebox has no function CanEvaluate. Adapt withoutEval in this file.');
      return changed;
    },
  };
}

/**
 * Adds the files of the browser engine to the build, in the folder `assets/engine-<hash>`. No page loads them first.
 */
function withEngine({ name, files }: EngineFolder): Plugin {
  return {
    name: 'browser-engine',
    generateBundle() {
      for (const [file, source] of files) {
        this.emitFile({ type: 'asset', fileName: `assets/${name}/${file}`, source });
      }
    },
  };
}
