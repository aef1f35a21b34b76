import { createHmac } from 'node:crypto'
import { SOFTPHONE_TOKEN_SECONDS } from '#contract/calls/softphone.ts'
import { openTwilioVoice } from '../twilio/twilio.ts'
import type { SoftphoneKey } from '../voice/voice.ts'
import type { ExchangeProcess } from './process.ts'

/** The built-in exchange, while it runs. */
export type ExchangeAccount = {
  baseUrl: string
  accountSid: string
  authToken: string
  /** The address for browser phones: ws://host:port. */
  phones: string | undefined
  /** URL of its private console, which has the simulated handsets. */
  consoleUrl?: string
  softphoneKey: (identity: string, now: Date) => SoftphoneKey | undefined
}

/** The account of the running exchange. `phoneSecret` signs tokens of browser phones. */
export const accountOf =
  (process: ExchangeProcess, phoneSecret = process.authToken) =>
  (): ExchangeAccount | undefined => {
    const doors = process.current()
    return (
      doors && {
        baseUrl: doors.api,
        accountSid: process.accountSid,
        authToken: process.authToken,
        phones: doors.doors.web,
        consoleUrl: doors.console,
        softphoneKey: (identity, now) =>
          doors.doors.web === undefined ? undefined : phoneToken(phoneSecret, `client:${identity}`, now),
      }
    )
  }

/** Account, secret and client of a business's numbers at the exchange: all share its one account; undefined while it is stopped. */
export const voiceOf = (account: ExchangeAccount | undefined) => {
  if (!account) return undefined
  const { baseUrl, accountSid, authToken, softphoneKey } = account
  const provider = openTwilioVoice({ kind: 'local', baseUrl, accountSid, authToken, softphoneKey })
  return { accountSid, tokens: [authToken], provider }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A JSON web token for a phone of the exchange. */
export function phoneToken(secret: string, subject: string, now: Date): SoftphoneKey {
  const exp = Math.floor(now.getTime() / 1_000) + SOFTPHONE_TOKEN_SECONDS
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part({ aud: 'web-phone', sub: subject, exp })}`
  const token = `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
  return { kind: 'local', token, expiresAt: new Date(exp * 1_000) }
}
