import { afterEach, expect, test, vi } from 'vitest'
import { loadFiles, NotArrived } from './load-files.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** A built call, whose file and imports are served by `files`; it imports nothing for real. */
function aSite(files: Record<string, string>) {
  const asked: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    const name = new URL(url).pathname.replace('/assets/', '')
    asked.push(name)
    const text = files[name]
    return text === undefined ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(new Response(text))
  })
  return asked
}
const built = (file: string) =>
  Object.assign(() => Promise.resolve('code'), { toString: () => `()=>import(\`./${file}\`)` })

test('a chunk is imported once it has arrived with all that it imports', async () => {
  const asked = aSite({
    'a-1.js': 'import{r as e}from"./b-1.js";import"./c-1.js";var x=1;',
    'b-1.js': 'import{z}from"./c-1.js";export{e}',
    'c-1.js': 'export{z}',
  })
  await expect(loadFiles(built('a-1.js'))).resolves.toBe('code')
  expect(asked.toSorted()).toEqual(['a-1.js', 'b-1.js', 'c-1.js'])
})

test('chunks may import each other', async () => {
  const asked = aSite({ 'a-3.js': 'import"./b-3.js";', 'b-3.js': 'import"./c-3.js";', 'c-3.js': 'import"./a-3.js";' })
  await expect(loadFiles(built('a-3.js'))).resolves.toBe('code')
  await expect(loadFiles(built('c-3.js'))).resolves.toBe('code')
  expect(asked.toSorted()).toEqual(['a-3.js', 'b-3.js', 'c-3.js'])
})

test('a file that the connection breaks off is asked for again, and the module is not imported meanwhile', async () => {
  const files: Record<string, string> = { 'a-2.js': 'import"./b-2.js";' }
  const asked = aSite(files)
  const load = built('a-2.js')
  const imported = vi.fn(load)
  const call = Object.assign(() => imported(), { toString: load.toString })
  await expect(loadFiles(call)).rejects.toBeInstanceOf(NotArrived)
  expect(imported).not.toHaveBeenCalled()
  files['b-2.js'] = 'export{}'
  await expect(loadFiles(call)).resolves.toBe('code')
  expect(asked).toEqual(['a-2.js', 'b-2.js', 'b-2.js'])
})
