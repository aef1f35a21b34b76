import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, statSync } from 'node:fs'
import { join } from 'node:path'

/** Log line of a process that serves or runs jobs. */
const STARTED = /Leadline (is at|works on)/

export type Member = { name: string; role: 'web' | 'worker'; port: number }

/** The processes of an installation, each logging to a file; lists those that ended unexpectedly. */
export function openFleet(folder: string, variables: Record<string, string>, members: Member[]) {
  const running = new Map<string, ChildProcess>()
  const started = new Set<string>()
  const died: string[] = []
  const fileOf = ({ name }: Member) => join(folder, `${name}.log`)

  function start(member: Member) {
    const log = createWriteStream(fileOf(member), { flags: 'a' })
    const child = spawn(process.execPath, ['server/main.ts'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...variables, ROLE: member.role, PORT: String(member.port) },
    })
    child.stdout.pipe(log, { end: false })
    child.stderr.pipe(log, { end: false })
    started.delete(member.name)
    child.stdout.on('data', (text: Buffer) => {
      if (STARTED.test(text.toString())) started.add(member.name)
    })
    child.on('exit', (code, signal) => {
      if (running.get(member.name) === child) died.push(`${member.name} (${code ?? signal})`)
    })
    running.set(member.name, child)
  }

  /** Whether it has started completely since its last start. */
  const isAtWork = ({ name }: Member) => started.has(name)

  /** Returns how it ended. */
  async function end(member: Member, signal: 'SIGTERM' | 'SIGKILL'): Promise<string> {
    const child = running.get(member.name)
    if (!child || child.exitCode !== null) return 'was not running'
    running.delete(member.name)
    const ended = once(child, 'exit')
    child.kill(signal)
    const [code, how] = await ended
    return String(code ?? how)
  }

  return {
    died,
    start,
    isAtWork,
    end,
    endAll: () => Promise.all(members.map((member) => end(member, 'SIGTERM'))),
    logBytes: () =>
      members.reduce((sum, member) => sum + (statSync(fileOf(member), { throwIfNoEntry: false })?.size ?? 0), 0),
  }
}
