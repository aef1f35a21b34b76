import { fileURLToPath } from 'node:url'
import { createServer, type Plugin, type Rolldown } from 'vite'
import { FRAME } from './web-chunks.ts'

type Page = {
  path: string | string[]
  access?: string
  bare?: true
  unframed?: true
  texts?: string[]
  component: { preload: () => unknown }
}
type Chunk = Rolldown.OutputChunk

const web = fileURLToPath(new URL('../web/', import.meta.url))
const locales = fileURLToPath(new URL('../locales/', import.meta.url))

/** Writes preloads.json: which files each page of the page table needs at once, for the server to name in the HTML. */
export const preloads = (): Plugin => ({
  name: 'preloads',
  apply: 'build',
  async generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk')
    const needed: Record<string, { files: string[]; texts: Record<string, string[]> }> = {}
    for (const { paths, file, hasFrame, texts } of await filesOfPages()) {
      const files = filesFor(chunks, hasFrame ? [...FRAME, file] : [file])
      const textsIn = (language: string) =>
        filesFor(chunks, [
          `${web}lib/i18n/start-texts/${language}.ts`,
          ...(hasFrame ? [`${web}lib/i18n/frame-texts/${language}.ts`] : []),
          ...texts.map((name) => `${locales}${language}/${name}.json`),
        ])
      for (const path of paths) needed[path] = { files, texts: { he: textsIn('he'), en: textsIn('en') } }
    }
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(needed) })
  },
})

/** The chunks of these modules and of all their imports, except those of the entry, which index.html already names. */
function filesFor(chunks: Chunk[], modules: string[]) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const withImports = (from: (Chunk | undefined)[], found = new Set<Chunk>()) => {
    for (const chunk of from) {
      if (!chunk || found.has(chunk)) continue
      found.add(chunk)
      withImports(
        chunk.imports.map((name) => byName.get(name)),
        found,
      )
    }
    return found
  }
  const atOnce = withImports(chunks.filter(({ isEntry }) => isEntry))
  return [...withImports(modules.map((id) => chunkOf(chunks, id)))]
    .filter((chunk) => !atOnce.has(chunk))
    .map((chunk) => chunk.fileName)
}

/** The chunk that an import of the module requests. It may only re-export the chunk that contains the code. */
const chunkOf = (chunks: Chunk[], id: string) =>
  chunks.find(({ facadeModuleId }) => facadeModuleId === id) ?? chunks.find(({ moduleIds }) => moduleIds.includes(id))

/** Pages of a business require a session, although the page table does not say so for each. */
const isOfBusiness = (path: string) => path.startsWith('/b/')

/** Finds each page's file by its import, which resolves to an empty module, because only the file's path is needed. */
async function filesOfPages() {
  let importedFile: string | undefined
  let isTableRead = false
  const keepName: Plugin = {
    name: 'keep-name',
    enforce: 'pre',
    load(id) {
      if (!isTableRead) return null
      importedFile = id
      return 'export {}'
    },
  }
  const server = await createServer({
    root: web,
    configFile: false,
    plugins: [keepName],
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, ws: false, watch: null },
  })
  try {
    const { pages } = (await server.ssrLoadModule('/app/page-table.ts')) as { pages: Page[] }
    isTableRead = true
    const files = new Map<unknown, string>()
    for (const { component } of pages) {
      importedFile = undefined
      await component.preload()
      if (importedFile) files.set(component, importedFile)
    }
    return pages.flatMap(({ path, component, access, bare, unframed, texts = [] }) => {
      const file = files.get(component)
      const paths = typeof path === 'string' ? [path] : path
      return file ? [{ paths, file, texts, hasFrame: (access || paths.some(isOfBusiness)) && !bare && !unframed }] : []
    })
  } finally {
    await server.close()
  }
}
