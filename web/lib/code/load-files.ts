type Load<T> = () => Promise<T>
/** Static imports at the head of a built file: `import{a as b}from"./x.js";` or `import"./x.js";`. */
const IMPORTS = /\bimport(?:[^"';]*?from)?["'](\.\/[^"']+\.js)["']/g

const arrivals = new Map<string, Promise<string[]>>()
/** Files asked for once; one that did not arrive is asked for again the next time. Resolves to what the file imports. */
function once(url: string, get: (url: string) => Promise<string[]>) {
  const arrival = arrivals.get(url) ?? get(url)
  arrivals.set(url, arrival)
  arrival.catch(() => arrivals.delete(url))
  return arrival
}

const isNamed = (selector: string, url: string) =>
  [...document.querySelectorAll<HTMLLinkElement & HTMLScriptElement>(selector)].some(
    ({ href, src }) => (href ?? src) === url,
  )

/** The connection broke off before the file was here. It can be asked for again. */
export class NotArrived extends Error {}

async function textOf(url: string) {
  const brokeOff = () => {
    throw new NotArrived(url)
  }
  const reply = await fetch(url).catch(brokeOff)
  if (!reply.ok) throw new Error(`Unable to load ${url}: ${reply.status}`)
  return reply.text().catch(brokeOff)
}

/** Loads a script with all that it imports; chunks may import each other. */
async function scriptsArrive(url: string, seen = new Set<string>()): Promise<void> {
  if (seen.has(url)) return
  seen.add(url)
  const imports = await once(url, scriptArrives)
  await Promise.all(imports.map((file) => scriptsArrive(file, seen)))
}

async function scriptArrives(url: string) {
  // The page's HTML names what it needs with all imports.
  if (isNamed('link[rel=modulepreload], script[type=module]', url)) return []
  const imports = [...(await textOf(url)).matchAll(IMPORTS)]
  return imports.map(([, file = '']) => new URL(file, url).href)
}

async function styleArrives(href: string) {
  if (isNamed('link[rel=stylesheet]', href)) return []
  await textOf(href)
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
  await new Promise<unknown>((resolve, reject) => {
    link.addEventListener('load', resolve)
    link.addEventListener('error', () => reject(new Error(`Unable to load ${href}`)))
    document.head.append(link)
  })
  return []
}

/** The chunk that a built `() => import("./x.js")` asks for. Vite lists only its styles. */
const chunkOf = (load: Load<unknown>) => /\bimport\([`'"]\.\/([^`'"]+)/.exec(String(load))?.[1]

/**
 * Imports a chunk once all its files have arrived in the browser's cache. Chromium keeps a module whose file failed as
 * failed for the life of the page, while a failed fetch can be repeated. The build calls this in place of Vite's own
 * helper (vite.config.ts). `styles`: relative to the root of the site.
 */
export async function loadFiles<T>(load: Load<T>, styles: string[] = []): Promise<T> {
  const chunk = chunkOf(load)
  const at = (path: string) => new URL(path, location.href).href
  await Promise.all([
    ...(chunk ? [scriptsArrive(at(`/assets/${chunk}`))] : []),
    ...styles.map((file) => once(at(`/${file}`), styleArrives)),
  ])
  return load()
}
