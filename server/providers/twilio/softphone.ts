import { createHmac, randomUUID } from 'node:crypto'

/** The browser renews the token two minutes before its end; signed-out or suspended people get none. */
const TOKEN_SECONDS = 900

type Key = {
  accountSid: string
  apiKeySid: string
  apiKeySecret: string
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Twilio's access token for a browser phone. */
export function twilioAccessToken({ accountSid, apiKeySid, apiKeySecret }: Key, identity: string, now: Date) {
  const issued = Math.floor(now.getTime() / 1_000)
  // Incoming calls only.
  const voice = { incoming: { allow: true } }
  const body = `${part({ cty: 'twilio-fpa;v=1', typ: 'JWT', alg: 'HS256' })}.${part({
    jti: `${apiKeySid}-${randomUUID()}`,
    grants: { identity, voice },
    iat: issued,
    exp: issued + TOKEN_SECONDS,
    iss: apiKeySid,
    sub: accountSid,
  })}`
  const token = `${body}.${createHmac('sha256', apiKeySecret).update(body).digest('base64url')}`
  return { token, expiresAt: new Date((issued + TOKEN_SECONDS) * 1_000) }
}
