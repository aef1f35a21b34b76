import { createHmac } from 'node:crypto'
import type { LeadSourceKind } from '#contract/lead-sources/lead-sources.ts'
import type { Deps } from '../../deps.ts'
import { derivedKey } from '../../platform/derived-key.ts'
import { isSameSignature } from '../../platform/http/signed-hooks.ts'
import { tokenInAddress } from '../../platform/ids.ts'

export const LEADS_PATH = '/hooks/leads'
const MAIL_PREFIX = 'leads+'

type Of = { kind: LeadSourceKind; key: string }
/** Where leads are sent: a URL or an e-mail address. */
export const addressOf = ({ env }: Pick<Deps, 'env'>, { kind, key }: Of) =>
  kind === 'email' ? `${MAIL_PREFIX}${key}@${env.mailIn?.domain ?? ''}` : `${env.publicUrl}${LEADS_PATH}/${key}`

/** The key of a source in a mail address. */
export const keyInAddress = (domain: string, address: string) =>
  tokenInAddress(address, { prefix: MAIL_PREFIX, domain })

const GOOGLE_KEY_LENGTH = 24
/** What Google sends as `google_key`. It follows from the address, so that a new address has a new one. */
export const googleKeyOf = (secretKey: string, key: string) =>
  createHmac('sha256', derivedKey(secretKey, 'lead form key'))
    .update(key)
    .digest('base64url')
    .slice(0, GOOGLE_KEY_LENGTH)

export const isGoogleKey = (secretKey: string, key: string, sent: string | null) =>
  isSameSignature(googleKeyOf(secretKey, key), sent ?? '')
