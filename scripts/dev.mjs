/** Server and web with hot reload: the web at http://localhost:5173, proxying /api and /dev to the server on PORT. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { neededNode, root } from './node.mjs'

const WEB_PORT = '5173'
const { PORT = '3000', PUBLIC_URL = `http://localhost:${WEB_PORT}` } = process.env
const start = (args, env) => spawn(neededNode(), args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })

const children = [
  start(['--watch-path=server', '--watch-path=contract', '--watch-path=locales', '--watch-path=db', 'server/main.ts'], {
    PORT,
    PUBLIC_URL,
  }),
  start([join('node_modules', 'vite', 'bin', 'vite.js'), '--port', WEB_PORT, '--strictPort'], {
    API_URL: `http://127.0.0.1:${PORT}`,
  }),
]
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => stop(signal))
for (const child of children) child.on('exit', () => stop('SIGTERM'))

function stop(signal) {
  for (const child of children) if (child.exitCode === null) child.kill(signal)
}
