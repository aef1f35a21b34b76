import { fieldsOf } from '../../platform/http/fields.ts'
import type { HookProtocol } from '../../platform/http/signed-hooks.ts'
import type { HookForm, Instruction } from '../voice/voice.ts'
import { isSignedHook } from './signature.ts'
import { renderTwiml, TWIML_TYPE } from './twiml.ts'

/** Hooks of this account, signed with one of its secrets, are accepted. */
export type Signer = { accountSid: string; tokens: readonly string[]; isGone?: true }

/** Signed forms, answered with TwiML: hooks of Twilio and of the built-in exchange. */
export const twilioHooks: HookProtocol<Signer, HookForm, Instruction[]> = {
  contentType: 'application/x-www-form-urlencoded',
  read({ accountSid, tokens }, { url, body, headers }) {
    const signature = headers['x-twilio-signature']
    const signed = { url, body, signature: typeof signature === 'string' ? signature : undefined }
    if (!isSignedHook(signed, tokens)) return undefined
    const form = storableFields(body)
    return form.AccountSid === accountSid ? form : undefined
  },
  reply: (instructions) => ({ type: TWIML_TYPE, body: renderTwiml(instructions) }),
}

/** A form without what PostgreSQL cannot store. */
const storableFields = (body: Buffer): HookForm =>
  Object.fromEntries(
    Object.entries(fieldsOf(body.toString('utf8'))).map(([name, value]) => [
      name.replaceAll('\0', ''),
      value.replaceAll('\0', ''),
    ]),
  )
