import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkGroups } from './scripts/web-chunks.ts'
import { install } from './scripts/web-install.ts'
import { preloads } from './scripts/web-preloads.ts'

/** The server that `npm run dev` started beside this one. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * Puts web/before-paint.js into the page itself: it has to run before anything is painted. The server allows it by the
 * hash of what stands in the built page.
 */
const beforePaint = (): Plugin => ({
  name: 'before-paint',
  transformIndexHtml: (html) =>
    html.replace(
      '<!-- before-paint -->',
      () => `<script>${readFileSync(at('web/before-paint.js'), 'utf8').trim()}</script>`,
    ),
})

/** Lazy code is loaded by web/lib/code/load-files.ts, so that a file lost on a bad network can be asked for again. */
const patientImports = (): Plugin => ({
  name: 'patient-imports',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    id === '\0vite/preload-helper.js'
      ? `export { loadFiles as __vitePreload } from ${JSON.stringify(at('web/lib/code/load-files.ts'))}`
      : null,
})

const SCHEMAS_OF_ZOD = '/zod/v4/classic/schemas.js'
/** What only the server needs of zod, and zod brings with every schema: JSON schemas, and English sentences for errors. */
const UNUSED = [
  [/^import \* as processors from .*$/m, 'const processors = {}'],
  [
    /^import \{ (createStandardJSONSchemaMethod), (createToJSONSchemaMethod) \} from .*$/m,
    'const $1 = () => () => {}, $2 = $1',
  ],
  [/^import en from .*$/m, 'const en = () => ({})'],
] as const
const withoutUnusedZod = (): Plugin => ({
  name: 'without-unused-zod',
  apply: 'build',
  transform(code, id) {
    if (!id.endsWith(SCHEMAS_OF_ZOD)) return null
    for (const [line] of UNUSED) if (!line.test(code)) this.error(`${SCHEMAS_OF_ZOD} does not have the line ${line}`)
    return UNUSED.reduce((kept, [line, instead]) => kept.replace(line, instead), code)
  },
})

const TEXT = /(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/.source
const SUMMARY = new RegExp(`\\bsummary:\\s*${TEXT}(?:\\s*\\+\\s*${TEXT})*,?`, 'g')
/** Sentences about routes, which only the reference of the API shows. */
const withoutSummaries = (): Plugin => ({
  name: 'without-summaries',
  apply: 'build',
  enforce: 'pre',
  transform: (code, id) => (id.includes('/contract/') && code.includes('route(') ? code.replace(SUMMARY, '') : null),
})

export default defineConfig({
  root: at('web'),
  plugins: [react(), beforePaint(), patientImports(), withoutUnusedZod(), withoutSummaries(), preloads(), install()],
  // Catalogues are asked for whole, never text by text.
  json: { namedExports: false },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // Nothing inlined as data: fonts and images come from the server, as the content policy has it.
    assetsInlineLimit: 0,
    // One file: styles of a page alone would be ten small requests of its cold start.
    cssCodeSplit: false,
    // What a lazy part imports is named in the part itself; a list of every file in the first script weighs 3 KiB.
    modulePreload: {
      // Browsers of that year fetch ahead by themselves.
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) => (hostType === 'js' ? [] : needed),
    },
    rolldownOptions: {
      // Lists that spread the parts of features are dropped where a page uses none of them, such as the statuses of errors.
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups: chunkGroups },
        // 42 bits: names of all files stand in the entry, where hashes do not compress.
        chunkFileNames: 'assets/[name]-[hash:7].js',
      },
    },
  },
  server: { proxy: { '/api': api, '^/dev/(?!phones$)': api, '^/f/': api, '/phone': { target: api, ws: true } } },
  test: {
    root: at('.'),
    include: ['web/**/*.test.{ts,tsx}'],
    environment: 'jsdom',
    isolate: false,
    setupFiles: [at('web/testing/setup.ts')],
    restoreMocks: true,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
