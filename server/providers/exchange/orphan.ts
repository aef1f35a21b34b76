import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const GRACE_MS = 5_000
const LOOK_MS = 50

/**
 * Ends the process of the pid file if its command line contains all of these words; after a restart of the machine the pid
 * may belong to another process.
 */
export async function endOrphan(pidFile: string, words: string[]): Promise<void> {
  const pid = Number(await readFile(pidFile, 'utf8').catch(() => ''))
  if (pid > 1 && (await isOurs(pid, words))) {
    signal(pid, 'SIGTERM')
    const until = Date.now() + GRACE_MS
    while (signal(pid, 0) && Date.now() < until) await sleep(LOOK_MS)
    if (await isOurs(pid, words)) signal(pid, 'SIGKILL')
  }
  await rm(pidFile, { force: true })
}

async function isOurs(pid: number, words: string[]): Promise<boolean> {
  if (!signal(pid, 0)) return false
  const command = await commandLine(pid)
  return words.every((word) => command.includes(word))
}

/** Empty if the system does not provide it. */
async function commandLine(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
  } catch {
    return run('ps', ['-p', String(pid), '-o', 'command=']).then(
      ({ stdout }) => stdout,
      () => '',
    )
  }
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
