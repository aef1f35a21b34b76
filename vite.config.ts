import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The server that `npm run dev` started beside this one. */
const api = process.env.API_URL ?? 'http://127.0.0.1:3000'
const BASE =
  /node_modules\/(react|react-dom|scheduler|i18next|react-i18next(?!.*Trans)|@tanstack(?!.*useBlocker)|clsx|@mantine\/core\/esm\/(core|components\/(Button|UnstyledButton|Loader|Transition)))\//
/** What of our own every page needs. */
const OWN =
  /\/(web\/lib\/(\w+\/)?(call|current|i18n|language|lazy|modal-stack|overlay|paths|query-keys|routes|search|session|storage)|contract\/(constants|roles))\.ts$/
const FIELDS =
  /node_modules\/@mantine\/(hooks\/esm\/use-(id|merged-ref|uncontrolled)\/|core\/esm\/components\/((Input|TextInput|CloseButton|ActionIcon)\/|Checkbox\/CheckIcon))/
/** What fills in a whole form: lists of things do without it until one is opened. */
const FORMS =
  /node_modules\/(fast-deep-equal|klona|@mantine\/(form|core\/esm\/(components\/(PasswordInput|Checkbox)|utils\/InlineInput)))\//
const OVERLAYS =
  /node_modules\/(@floating-ui|@mantine\/core\/esm\/components\/(Popover|Combobox|ComboboxPopover|Menu|Tooltip|ScrollArea|FocusTrap|Portal|Select))\//
const SCROLL_LOCK =
  /node_modules\/(react-remove-scroll|react-remove-scroll-bar|use-sidecar|react-style-singleton|use-callback-ref|tslib)\//
/** What covers the page: fetched with the first window or drawer. */
const WINDOWS = /node_modules\/@mantine\/core\/esm\/components\/(Modal|ModalBase|Drawer|Overlay)\//
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

export default defineConfig({
  root: at('web'),
  plugins: [react(), beforePaint()],
  // Catalogues are asked for whole, never text by text.
  json: { namedExports: false },
  build: {
    outDir: at('dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    // Nothing inlined as data: fonts and images come from the server, as the content policy has it.
    assetsInlineLimit: 0,
    // What a lazy part needs is named in the part itself; a list of every file in the first script weighs 3 KiB.
    modulePreload: {
      // Browsers of that year fetch ahead by themselves.
      polyfill: false,
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((name) => name.endsWith('.css')) : needed,
    },
    // What every page needs comes in few files: they compress better than forty, and outlive the product's own changes.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'own', test: OWN },
            { name: 'fields', test: FIELDS },
            { name: 'overlays', test: OVERLAYS },
            { name: 'scroll-lock', test: SCROLL_LOCK },
            // Alone: what others use of their surroundings stays with those others.
            { name: 'windows', test: WINDOWS, includeDependenciesRecursively: false },
            { name: 'forms', test: FORMS, includeDependenciesRecursively: false },
          ],
        },
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
