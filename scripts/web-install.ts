import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { build, type Plugin, type Rolldown } from 'vite'
import { SHARE_PATH, sharedTypes, shareFields } from '#contract/files/sharing.ts'

const at = (path: string) => fileURLToPath(new URL(`../web/${path}`, import.meta.url))
const LIGHT = '#f5f5f9'

/** The manifest in each language. Both have one id, so that a change of language does not install a second app. */
const manifestIn = (language: 'he' | 'en') => ({
  id: '/',
  name: language === 'he' ? 'Leadline – ניהול לידים' : 'Leadline – lead management',
  short_name: 'Leadline',
  lang: language,
  dir: language === 'he' ? 'rtl' : 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  theme_color: LIGHT,
  background_color: LIGHT,
  // Received by the service worker (web/worker/share.ts).
  share_target: {
    action: SHARE_PATH,
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { ...shareFields, files: [{ name: shareFields.files, accept: sharedTypes }] },
  },
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

/** The logo as PNG: systems mask its corners themselves, and show a notification's badge as a silhouette. */
async function icons() {
  const logo = readFileSync(at('public/favicon.svg'), 'utf8')
  const whole = logo.replace(' rx="6"', '')
  const badge = logo.replace(/<rect[^>]*\/>/, '')
  const png = (svg: string, size: number) =>
    sharp(Buffer.from(svg), { density: (72 * size) / 24 })
      .resize(size, size)
      .png()
      .toBuffer()
  return {
    'icons/192.png': await png(logo, 192),
    'icons/512.png': await png(logo, 512),
    'icons/maskable-512.png': await png(whole, 512),
    'icons/apple-180.png': await png(whole, 180),
    'icons/badge-96.png': await png(badge, 96),
  }
}

/** Names a build: its files bear hashes of what they contain. */
const idOf = (bundle: Rolldown.OutputBundle) =>
  createHash('sha256').update(Object.keys(bundle).sort().join()).digest('hex').slice(0, 16)

/** The service worker as one file. Its text names its build, so each build has another one. */
async function serviceWorker(buildId: string, files: string[]) {
  const built = await build({
    configFile: false,
    root: at('.'),
    logLevel: 'error',
    publicDir: false,
    define: { BUILD_ID: JSON.stringify(buildId), FILES: JSON.stringify(files) },
    build: {
      write: false,
      target: 'es2023',
      rolldownOptions: { input: at('worker/service-worker.ts'), output: { format: 'iife', entryFileNames: 'sw.js' } },
    },
  })
  const [{ output }] = [built].flat() as [Rolldown.RolldownOutput]
  return output[0].code
}

/** Folders whose code is needed to read leads without a network, and to note what was done. */
const OFFLINE = [
  'app/layout',
  'features/follow-ups',
  'features/leads',
  'features/files',
  'features/device',
  'lib',
  'shared',
].map((path) => at(path))
/** Rooms of these features that are of no use without a network. */
const ONLINE_ROOMS = /\/features\/(files\/preview|leads\/(board|bulk|duplicate-policy|export|import|merge))\//
const OFFLINE_TEXTS = ['leads', 'follow-ups', 'unsent', 'files', 'calls', 'device', 'lead-fields'].flatMap((name) =>
  ['he', 'en'].map((language) => `locales/${language}/${name}.json`),
)

/** Files that the service worker keeps for people who are signed in: the code of those folders with all its imports. */
function filesOffline(bundle: Rolldown.OutputBundle): string[] {
  const found = new Set<string>()
  const add = (name: string) => {
    const file = bundle[name]
    if (!file || found.has(name)) return
    found.add(name)
    if (file.type === 'chunk') for (const one of file.imports) add(one)
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'asset') {
      if (/\.css$|heebo-(hebrew|latin)-wght.*\.woff2$/.test(file.fileName)) add(file.fileName)
      continue
    }
    const isNeeded = (id: string) =>
      (OFFLINE.some((folder) => id.startsWith(`${folder}/`)) && !ONLINE_ROOMS.test(id)) ||
      OFFLINE_TEXTS.some((text) => id.endsWith(text))
    // A chunk that only re-exports another one contains no module.
    const modules = [file.facadeModuleId ?? '', ...file.moduleIds]
    if (file.isEntry || modules.some(isNeeded)) add(file.fileName)
  }
  return [...found].map((name) => `/${name}`).sort()
}

/** What makes the app installable: manifests, icons, and the service worker, whose name has no hash. */
export function install(): Plugin {
  let buildId: string | undefined
  const idFor = (bundle: Rolldown.OutputBundle) => {
    buildId ??= idOf(bundle)
    return buildId
  }
  return {
    name: 'install',
    apply: 'build',
    generateBundle: {
      // Behind plugins that remove files.
      order: 'post',
      async handler(_, bundle) {
        const id = idFor(bundle)
        const emit = (fileName: string, source: string | Uint8Array) =>
          this.emitFile({ type: 'asset', fileName, source })
        for (const [name, png] of Object.entries(await icons())) emit(name, png)
        emit('he.webmanifest', JSON.stringify(manifestIn('he')))
        emit('en.webmanifest', JSON.stringify(manifestIn('en')))
        emit('sw.js', await serviceWorker(id, filesOffline(bundle)))
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => [
        { tag: 'meta', attrs: { name: 'build', content: idFor(bundle) }, injectTo: 'head-prepend' },
        { tag: 'link', attrs: { rel: 'manifest', href: '/he.webmanifest' }, injectTo: 'head-prepend' },
        { tag: 'link', attrs: { rel: 'apple-touch-icon', href: '/icons/apple-180.png' }, injectTo: 'head-prepend' },
      ],
    },
  }
}
