import type { Params } from './signature.ts'

export type HookKind = 'instructions' | 'status' | 'recording' | 'sms' | 'sms-status'

export type Hook = {
  kind: HookKind
  /** Sid of the call or message. */
  sid: string
  address: string
  method: 'GET' | 'POST'
  params: Params
  authToken: string
}
