import type { Callee } from '../../../shared/numbers/call-out.ts'

/** What a member asked for: to call, to choose what rings first, or to log a call. */
export type CallRequest = { what: 'call' | 'choose' | 'log'; callee: Callee; id: string }
