/** Builds the web if outdated, then runs the server; under an old Node it starts a newer one as a child process. */
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { neededNode, root } from './node.mjs'
import { buildWebIfStale } from './web-build.mjs'

const PARENT_MS = 500
const server = new URL('../server/main.ts', import.meta.url)

process.chdir(root)
endWithNpm()
await buildWebIfStale()
const node = neededNode()
if (node === process.execPath) await import(server.href)
else
  standBefore(
    spawn(node, [...process.execArgv, fileURLToPath(server)], {
      stdio: 'inherit',
      detached: process.platform !== 'win32',
    }),
  )

/** The server has its own process group: Ctrl-C reaches only this process, which signals the server once. */
function standBefore(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal))
  process.on('exit', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/** npm signals a shell, which exits without passing the signal on; the server would keep running and hold its port. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_MS)
  watch.unref()
}
