import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')

/** Runs one server test file with these settings; returns its exit code. `title`: only tests that contain it. */
export function runServerTest(file: string, settings: Record<string, string>, title = ''): Promise<number> {
  const args = [vitest, 'run', '--project', 'server', '--reporter', 'verbose', ...(title ? ['-t', title] : []), file]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...settings } })
  return new Promise((resolve) => child.on('close', (status) => resolve(status ?? 1)))
}
