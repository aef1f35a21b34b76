import { mkdirSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { until } from '../testing/test-exchange.ts'
import { Store } from './store.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-store-'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test('what could not be written ends nothing, and is written once it can be', async () => {
  const file = join(folder, 'state.jsonl')
  const store = new Store(folder)
  store.put('optOuts', { sid: 'a', accountSid: 'AC', at: 1 })
  // A folder at the file's path makes every write fail.
  rmSync(file)
  mkdirSync(file)
  store.put('optOuts', { sid: 'b', accountSid: 'AC', at: 2 })
  store.delete('optOuts', 'a')
  expect(store.get('optOuts', 'b')).toMatchObject({ at: 2 })
  expect(console.error).toHaveBeenCalledOnce()
  rmdirSync(file)
  await until(() => new Store(folder).get('optOuts', 'b') !== undefined)
  const again = new Store(folder)
  expect([again.get('optOuts', 'a'), again.get('optOuts', 'b')?.at]).toEqual([undefined, 2])
})
