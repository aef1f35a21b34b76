import { execFileSync } from 'node:child_process'
import { appendFile, chmod, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { waitFor } from '../../testing/wait-for.ts'
import { withClient } from './connections.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const MIB = 1024 ** 2
const ends: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function folderOf(mount?: (folder: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-watch-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  mount?.(folder)
  await chmod(folder, 0o755)
  return folder
}

async function watched(folder: string, pausesMs: number[]) {
  const errors: string[] = []
  const givenUp: string[] = []
  const engine = await startEmbedded(join(folder, 'data'), {
    watch: {
      onError: ({ message }) => void errors.push(message),
      onGivenUp: ({ message }) => void givenUp.push(message),
      pausesMs,
    },
  })
  const place = await realpath(join(folder, 'data', 'postgres'))
  ends.push(() => rm(place, { recursive: true, force: true }))
  ends.push(() => engine.stop('now'))
  await ask(engine, 'create table kept (n int)')
  return { engine, errors, givenUp, data: join(place, 'data') }
}

const ask = (engine: Embedded, text: string) =>
  withClient(engine.url('postgres'), async (client) => (await client.query({ text, rowMode: 'array' })).rows[0]?.[0])
const answers = (engine: Embedded) =>
  ask(engine, 'insert into kept values (1)').then(
    () => true,
    () => false,
  )
const pidOf = async (data: string) => Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0])
const killServer = async (data: string) => process.kill(await pidOf(data), 'SIGKILL')

test('a server that was killed alone is started again, at its address and with its rows', async () => {
  const { engine, errors, givenUp, data } = await watched(await folderOf(), [0, 500, 500])
  await ask(engine, 'insert into kept values (1)')
  for (const times of [1, 2]) {
    const before = await pidOf(data)
    await killServer(data)
    await waitFor(async () => (await pidOf(data).catch(() => before)) !== before && (await answers(engine)), 15_000)
    expect(await ask(engine, 'select count(*)::int from kept')).toBe(times + 1)
  }
  expect(errors.filter((line) => /ended by itself/.test(line))).toHaveLength(2)
  expect(givenUp).toEqual([])
}, 40_000)

test('a server that does not start is tried again with pauses, and goes on once it can', async () => {
  const { engine, errors, givenUp, data } = await watched(await folderOf(), [0, ...Array(60).fill(500)])
  const settings = join(data, 'postgresql.auto.conf')
  const before = await readFile(settings, 'utf8')
  await appendFile(settings, '\nno_such_setting = 1\n')
  await killServer(data)
  await waitFor(() => errors.some((line) => /did not start \(try 1 of 61\)/.test(line)), 15_000)
  await writeFile(settings, before)
  await waitFor(() => answers(engine), 15_000)
  expect(givenUp).toEqual([])
}, 40_000)

test('after the last try it is given up, with the reason and the end of its log', async () => {
  const { engine, givenUp, data } = await watched(await folderOf(), [0, 10])
  await appendFile(join(data, 'postgresql.auto.conf'), '\nno_such_setting = 1\n')
  await killServer(data)
  await waitFor(() => givenUp.length, 15_000)
  expect(givenUp[0]).toMatch(/could not be started again: .+no_such_setting/s)
  await engine.stop() // already stopped, so nothing happens
}, 40_000)

test('a server that is stopped on purpose stays so', async () => {
  const { engine, errors, data } = await watched(await folderOf(), [0])
  await engine.stop()
  expect(errors).toEqual([])
  await expect(pidOf(data)).rejects.toThrow('ENOENT')
})

const canMount = (() => {
  try {
    const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    execFileSync('rmdir', [folder])
    return true
  } catch {
    return false
  }
})()

test.runIf(canMount)(
  'a disk that filled up to the last byte of the log ends the server; freed again it goes on by itself',
  async () => {
    const folder = await folderOf((place) => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m', 'tmpfs', place])
      ends.push(async () => execFileSync('umount', ['-l', place]))
    })
    const { engine, errors, givenUp } = await watched(folder, [0, ...Array(60).fill(500)])
    await ask(engine, 'insert into kept values (1)')
    const filler = join(folder, 'filler')
    for (let size = MIB; size >= 1024; size /= 4)
      while (
        await appendFile(filler, Buffer.alloc(size)).then(
          () => true,
          () => false,
        )
      );
    // Writes only to the write-ahead log, until it needs another file.
    const write = () => ask(engine, "select pg_logical_emit_message(true, 'fill', repeat('x', 1000000))")
    await waitFor(
      () =>
        write().then(
          () => false,
          () => errors.length > 1,
        ),
      30_000,
    )
    await rm(filler)
    await waitFor(() => answers(engine), 30_000)
    expect(await ask(engine, 'select count(*)::int from kept')).toBeGreaterThan(1)
    expect(givenUp).toEqual([])
  },
  90_000,
)
