import { randomBytes, randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { boxTemplates } from './box-templates.ts'

export type BoxTemplate = {
  id: string
  name: string
  language: string
  status: 'APPROVED' | 'PENDING' | 'REJECTED' | 'PAUSED' | 'DISABLED'
  category: 'UTILITY' | 'MARKETING' | 'AUTHENTICATION'
  parameter_format?: 'NAMED' | 'POSITIONAL'
  rejected_reason?: string
  components: { type: string; format?: string; text?: string; buttons?: object[] }[]
}
/** A WhatsApp Business account with one number. */
export type BoxAccount = {
  wabaId: string
  phoneNumberId: string
  /** E.164. */
  phone: string
  name: string
  templates: BoxTemplate[]
  callback: { url: string; verifyToken: string } | null
  /** When each person last wrote, by phone without plus. */
  windows: Record<string, number>
}
type Token = { wabaIds: string[]; expiresAt: number | null }
type State = {
  accounts: BoxAccount[]
  tokens: Record<string, Token>
  codes: Record<string, { wabaIds: string[]; redirectUri: string; expiresAt: number }>
  media: Record<string, { type: string; name: string; content: string }>
}

/** Ids of Meta have 15 to 17 digits: too many for a number of JavaScript to be safe. */
const newDigits = () => `${randomInt(100, 999)}${String(randomInt(0, 281_474_976_710_655)).padStart(14, '0')}`
export const newWamid = () => `wamid.${randomBytes(24).toString('base64')}`
const CODE_MS = 10 * 60_000
const MEDIA_MAX = 40

type Options = {
  /** Where the accounts are kept over a restart; undefined: in memory. */
  file: string | undefined
  tokenMs: number | null
  now: () => number
}
export type BoxAccounts = ReturnType<typeof openBoxAccounts>

/** The accounts, tokens and media of the local server. */
export function openBoxAccounts({ file, tokenMs, now }: Options) {
  const empty: State = { accounts: [], tokens: {}, codes: {}, media: {} }
  const state: State = file && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as State) : empty

  function save() {
    if (!file) return
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(`${file}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const saved = <T>(value: T) => {
    save()
    return value
  }

  function newToken(wabaIds: string[]) {
    const token = `EAAbox${randomBytes(32).toString('base64url')}`
    const expiresAt = tokenMs === null ? null : now() + tokenMs
    state.tokens[token] = { wabaIds, expiresAt }
    return saved({
      access_token: token,
      token_type: 'bearer',
      ...(tokenMs !== null && { expires_in: tokenMs / 1_000 }),
    })
  }
  const findToken = (token: string) => {
    const found = state.tokens[token]
    return found && (found.expiresAt === null || found.expiresAt > now()) ? found : undefined
  }

  return {
    accounts: state.accounts as readonly BoxAccount[],
    save,
    newToken,
    findToken,
    /** All tokens end now, as after a password change at Meta. */
    endTokens() {
      state.tokens = {}
      save()
    },
    /** Makes an account, or returns the one with this number. */
    ensureAccount({ phone, name }: { phone: string; name: string }): BoxAccount {
      const known = state.accounts.find((one) => one.phone === phone)
      if (known) return known
      const ids = { wabaId: newDigits(), phoneNumberId: newDigits() }
      const account: BoxAccount = {
        ...ids,
        phone,
        name,
        templates: boxTemplates(newDigits),
        callback: null,
        windows: {},
      }
      state.accounts.push(account)
      return saved(account)
    },
    newCode(wabaIds: string[], redirectUri: string) {
      const code = randomBytes(32).toString('base64url')
      state.codes[code] = { wabaIds, redirectUri, expiresAt: now() + CODE_MS }
      return saved(code)
    },
    /** A code works once. */
    takeCode(code: string, redirectUri: string) {
      const found = state.codes[code]
      delete state.codes[code]
      save()
      return found && found.expiresAt > now() && found.redirectUri === redirectUri ? found.wabaIds : undefined
    },
    addMedia({ type, name, content }: { type: string; name: string; content: Buffer }) {
      const id = newDigits()
      state.media[id] = { type, name, content: content.toString('base64') }
      for (const old of Object.keys(state.media).slice(0, -MEDIA_MAX)) delete state.media[old]
      return saved(id)
    },
    findMedia(id: string) {
      const found = state.media[id]
      return found && { ...found, content: Buffer.from(found.content, 'base64') }
    },
  }
}
