import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { withClient } from './connections.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

const isRoot = process.getuid?.() === 0
const started: Embedded[] = []
const folders: string[] = []

/** Readable by others, as project folders usually are; `mkdtemp` creates closed ones. */
async function dataDir(mode = 0o755) {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-engine-'))
  await chmod(folder, mode)
  folders.push(folder)
  return join(folder, 'data')
}

let made: Promise<string> | undefined
/** A data folder with a cluster, copied from a template, since creating one takes a second. */
async function madeDir() {
  made ??= makeTemplate()
  const folder = await dataDir()
  await once(spawn('cp', ['-a', await made, folder]), 'exit')
  return folder
}

async function makeTemplate() {
  const folder = await mkdtemp(join(tmpdir(), 'leadline-engine-'))
  await chmod(folder, 0o755)
  const engine = await startEmbedded(join(folder, 'data'), { durable: false })
  await engine.stop()
  return join(folder, 'data')
}
afterAll(async () => {
  if (made) await rm(join(await made, '..'), { recursive: true, force: true })
})

async function start(folder: string, options?: Parameters<typeof startEmbedded>[1]) {
  const engine = await startEmbedded(folder, { durable: false, ...options })
  started.push(engine)
  return engine
}

afterEach(async () => {
  for (const engine of started.splice(0)) await engine.stop('now').catch(() => {})
  for (const folder of folders.splice(0)) {
    await rm(await realpath(join(folder, 'data', 'postgres')).catch(() => folder), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

const ask = <T>(engine: Embedded, question: string): Promise<T> =>
  withClient(
    engine.url('postgres'),
    async (client) => (await client.query({ text: question, rowMode: 'array' })).rows[0]?.[0] as T,
  )

const write = (engine: Embedded) =>
  ask(engine, 'create table if not exists kept (n int); insert into kept values (1)').catch(() => {})
const kept = (engine: Embedded) => ask<number>(engine, 'select count(*)::int from kept')
const serverPid = async (folder: string) =>
  Number((await readFile(join(folder, 'postgres', 'data', 'postmaster.pid'), 'utf8')).split('\n')[0])

/** A separate Node process that starts the engine, writes a row, reports it and waits. */
async function startElsewhere(folder: string): Promise<ChildProcess> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    import { withClient } from ${JSON.stringify(new URL('./connections.ts', import.meta.url).href)}
    const engine = await startEmbedded(${JSON.stringify(folder)})
    await withClient(engine.url('postgres'), (client) => client.query('create table kept (n int); insert into kept values (1)'))
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

async function killed(child: ChildProcess) {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

/** Kills the server and all its processes at once, as a power failure would. */
async function killServer(folder: string) {
  const pid = await serverPid(folder)
  const tasks = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  for (const each of [pid, ...tasks.trim().split(' ').filter(Boolean).map(Number)]) process.kill(each, 'SIGKILL')
}

test('finds trigrams in Hebrew', async () => {
  const engine = await start(await dataDir())
  await ask(engine, 'create extension pg_trgm')
  expect(await ask<string[]>(engine, "select show_trgm('שלום')")).toHaveLength(5)
  expect(await ask(engine, "select 'שיפוצים' ilike '%פוצ%'")).toBe(true)
})

test.runIf(isRoot)(
  'below a folder that only root may enter, the cluster lives elsewhere and is found again',
  async () => {
    const folder = await dataDir(0o700)
    const first = await start(folder)
    await write(first)
    expect(await ask<string>(first, 'show data_directory')).not.toContain(folder)
    await first.stop()
    const again = await start(folder)
    expect(await kept(again)).toBe(1)
    expect((await stat(await realpath(join(folder, 'postgres')))).mode & 0o777).toBe(0o700)
  },
)

test('the data folder is closed to other users, and those above it are as usual', async () => {
  const folder = join(await dataDir(), 'below')
  const engine = await start(folder)
  expect(await ask<string>(engine, 'show data_directory')).toBe(join(folder, 'postgres', 'data'))
  expect((await stat(folder)).mode & 0o777).toBe(isRoot ? 0o710 : 0o700)
  expect((await stat(join(folder, '..'))).mode & 0o005).toBe(0o005)
})

test('a server left behind by a killed process is adopted, with its rows', async () => {
  const folder = await madeDir()
  await killed(await startElsewhere(folder))
  const engine = await start(folder)
  expect(engine.adopted).toBe(true)
  expect(await kept(engine)).toBe(1)
})

test('after everything was killed the next start recovers by itself', async () => {
  const folder = await madeDir()
  const child = await startElsewhere(folder)
  await Promise.all([killed(child), killServer(folder)])
  const engine = await start(folder)
  expect(engine.adopted).toBe(false)
  expect(await kept(engine)).toBe(1)
})

test('after the postmaster alone was killed, the start waits for the statement that still runs', async () => {
  const folder = await madeDir()
  const engine = await start(folder)
  const busy = ask(
    engine,
    "do $$ declare until timestamptz := clock_timestamp() + '8 s'; begin loop exit when clock_timestamp() > until; end loop; end $$",
  )
  const ended = busy.catch(() => {})
  await expect
    .poll(() =>
      ask<number>(engine, "select count(*)::int from pg_stat_activity where state = 'active' and query like 'do %'"),
    )
    .toBe(1)
  process.kill(await serverPid(folder), 'SIGKILL')
  expect((await start(folder)).adopted).toBe(false)
  await ended
}, 40_000)

test('a pid file that now names some other process does not stop the start', async () => {
  const folder = await madeDir()
  const engine = await start(folder)
  const file = join(folder, 'postgres', 'data', 'postmaster.pid')
  const stale = await readFile(file, 'utf8')
  await engine.stop()
  await writeFile(file, stale.replace(/^\d+/, String(process.pid)))
  expect((await start(folder)).adopted).toBe(false)
})

test('a pid file that names a process of another kind with "postgres" among its arguments does not stop the start', async () => {
  const folder = await madeDir()
  const engine = await start(folder)
  const file = join(folder, 'postgres', 'data', 'postmaster.pid')
  const stale = await readFile(file, 'utf8')
  await engine.stop()
  const other = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)', 'postgres', '-D', 'elsewhere'])
  await writeFile(file, stale.replace(/^\d+/, String(other.pid)))
  expect((await start(folder)).adopted).toBe(false)
  await killed(other)
})

test('a pid file that names the server of another folder does not stop the start', async () => {
  const [folder, another] = [await madeDir(), await madeDir()]
  const engine = await start(folder)
  const file = join(folder, 'postgres', 'data', 'postmaster.pid')
  const stale = await readFile(file, 'utf8')
  await engine.stop()
  await start(another)
  await writeFile(file, stale.replace(/^\d+/, String(await serverPid(another))))
  expect((await start(folder)).adopted).toBe(false)
})

test('of two processes on one folder the one that started the server may be killed; the other goes on', async () => {
  const folder = await madeDir()
  const first = await startElsewhere(folder)
  const other = await start(folder)
  expect(other.adopted).toBe(true)
  await killed(first)
  expect(await kept(other)).toBe(1)
})

test('a copy of a folder whose server runs gets a server of its own', async () => {
  const [folder, copy] = [await madeDir(), await dataDir()]
  await once(spawn('cp', ['-a', folder, copy]), 'exit')
  const original = await start(folder)
  const pidFile = join('postgres', 'data', 'postmaster.pid')
  await cp(join(folder, pidFile), join(copy, pidFile))
  const other = await start(copy)
  expect(other.adopted).toBe(false)
  expect(other.url('postgres')).not.toBe(original.url('postgres'))
})

test('a taken port is left to the one who has it', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await once(holder, 'listening')
  const { port } = holder.address() as { port: number }
  const free = 20_000 + (process.pid % 20_000)
  const ports = [port, free]
  const engine = await start(await madeDir(), { findPort: async () => ports.shift() ?? free })
  expect(engine.url('postgres')).toContain(`:${free}/`)
  holder.close()
})

test('two processes may begin on the same empty folder; the one that ends first leaves the server to the other', async () => {
  const folder = await dataDir()
  const [one, other] = await Promise.all([start(folder), start(folder)])
  expect(one.url('postgres')).toBe(other.url('postgres'))
  await withClient(one.url('postgres'), async (client) => {
    await other.stop()
    expect((await client.query('select 1')).rowCount).toBe(1)
  })
  await one.stop()
  await expect(kept(one)).rejects.toThrow('ECONNREFUSED')
})

test('the administrator’s password is random and no one else’s to read', async () => {
  const [one, other] = [await dataDir(), await dataDir()]
  expect((await start(one)).password).not.toBe((await start(other)).password)
  expect((await stat(join(one, 'postgres', 'password'))).mode & 0o777).toBe(0o600)
})

test('a first start that was killed half way leaves nothing that the next one trips over', async () => {
  const folder = await dataDir()
  const child = spawn(process.execPath, [
    '--eval',
    `import(${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}).then((m) => m.startEmbedded(${JSON.stringify(folder)}))`,
  ])
  while ((await readdir(folder).catch(() => [])).length === 0) await new Promise((done) => setTimeout(done, 10))
  await killed(child)
  expect((await start(folder)).adopted).toBe(false)
})
