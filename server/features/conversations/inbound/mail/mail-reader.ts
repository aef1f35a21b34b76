import { Worker } from 'node:worker_threads'
import type { ReadMail } from './mail-reading.rules.ts'

const DEADLINE_MS = 20_000
const MEMORY_MB = 256

/** A mail that cannot be read: it is broken, or made to take long. */
export class UnreadableMail extends Error {}

/**
 * Reads a mail in a thread with limits of time and memory, because mails come from strangers, and this process serves calls
 * and requests. Throws UnreadableMail.
 */
export const readInThread = (raw: Uint8Array): Promise<ReadMail> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./mail-thread.ts', import.meta.url), {
      workerData: raw,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    const refuse = (cause: unknown) => reject(new UnreadableMail('The mail cannot be read', { cause }))
    const late = setTimeout(() => {
      refuse('It takes too long')
      void thread.terminate()
    }, DEADLINE_MS)
    thread
      .once('message', resolve)
      .once('error', refuse)
      .once('exit', (code) => {
        clearTimeout(late)
        refuse(`The thread ended with ${code}`)
      })
  })
