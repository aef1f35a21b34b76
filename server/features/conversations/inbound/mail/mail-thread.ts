import { parentPort, workerData } from 'node:worker_threads'
import { readMail } from './mail-reading.rules.ts'

parentPort?.postMessage(await readMail(workerData as Uint8Array))
