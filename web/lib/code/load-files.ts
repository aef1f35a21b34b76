type Load<T> = () => Promise<T>
/** Static imports at the head of a built file: `import{a as b}from"./x.js";` or `import"./x.js";`. */
const IMPORTS = /\bimport(?:[^"';]*?from)?["'](\.\/[^"']+\.js)["']/g

const arrivals = new Map<string, Promise<string[]>>()
/** Asks for a file once; one that did not arrive is asked for again the next time. Resolves to what the file imports. */
function once(url: string) {
  const arrival = arrivals.get(url) ?? scriptArrives(url)
  arrivals.set(url, arrival)
  arrival.catch(() => arrivals.delete(url))
  return arrival
}

/** Whether the page's HTML already names the file. The HTML names files together with all their imports. */
const isNamed = (url: string) =>
  [
    ...document.querySelectorAll<HTMLLinkElement & HTMLScriptElement>('link[rel=modulepreload], script[type=module]'),
  ].some(({ href, src }) => (href ?? src) === url)

/** Thrown if the connection failed before the file arrived. The file can be requested again. */
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
  const imports = await once(url)
  await Promise.all(imports.map((file) => scriptsArrive(file, seen)))
}

async function scriptArrives(url: string) {
  if (isNamed(url)) return []
  const imports = [...(await textOf(url)).matchAll(IMPORTS)]
  return imports.map(([, file = '']) => new URL(file, url).href)
}

/** The chunk that a built `() => import("./x.js")` asks for. */
const chunkOf = (load: Load<unknown>) => /\bimport\([`'"]\.\/([^`'"]+)/.exec(String(load))?.[1]

/**
 * Imports a chunk once all its files have arrived in the browser's cache. Chromium keeps a module whose file failed as
 * failed for the life of the page, while a failed fetch can be repeated. The build calls this in place of Vite's own
 * helper (vite.config.ts).
 */
export async function loadFiles<T>(load: Load<T>): Promise<T> {
  const chunk = chunkOf(load)
  if (chunk) await scriptsArrive(new URL(`/assets/${chunk}`, location.href).href)
  return load()
}
