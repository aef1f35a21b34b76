import { type BlacklistKind, PREFIX_MIN } from '#contract/blacklist/blacklist.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Member } from '../../platform/http/caller.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { requirePhone } from '../../platform/phones.ts'
import { canInCampaign } from '../access/access.rules.ts'

/** E.164 has at most fifteen digits. */
const PREFIX_MAX = 16

/** Business-wide: Owner and Admin only; in a campaign: members with the right there. */
export const canBlock = (caller: Member, campaignId: string | null) =>
  campaignId === null ? actsEverywhere(caller.role) : canInCampaign(caller, 'blacklist.edit', campaignId)

/** Converts a typed prefix, national or international, to the prefix of its numbers in E.164. */
function readPrefix(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const prefix = typed.includes('+')
    ? `+${digits}`
    : digits.startsWith('00')
      ? `+${digits.slice(2)}`
      : digits.startsWith('0')
        ? `+972${digits.slice(1)}`
        : `+${digits}`
  if (prefix.length < PREFIX_MIN) throw invalidInput('phone', 'prefix_too_short')
  if (prefix.length > PREFIX_MAX) throw invalidInput('phone', 'invalid_phone')
  return prefix
}

/** The stored phone: a whole number, a prefix, or empty for callers with a withheld number. */
export function readPhone(kind: BlacklistKind, phone = ''): string {
  if (kind === 'withheld') return ''
  return kind === 'prefix' ? readPrefix(phone) : requirePhone(phone)
}

/** All prefixes of a number that an entry may have, longest first. */
export const prefixesOf = (phone: string) =>
  Array.from({ length: Math.max(0, phone.length - PREFIX_MIN + 1) }, (_, i) => phone.slice(0, phone.length - i))
