import { loadCode } from '../../code/load-code.ts'
import type { NewAct, Sent } from './act.ts'

/** Loaded by the page of a lead, so that it is there when the network is lost. */
export const sending = () => loadCode(() => import('./sending.ts'))

/** Sends an act, and keeps it on the device where there is no network; see sending.ts. */
export const sendOrKeep = async <T>(act: NewAct): Promise<Sent<T>> => (await sending()).sendSafely<T>(act)

/** Whether something of the person waits on this device. */
export const hasUnsent = async () => (await sending()).hasUnsent()
