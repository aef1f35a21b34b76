import { type BlacklistKind, PREFIX_MIN } from '#contract/blacklist.ts'
import { actsEverywhere } from '#contract/roles.ts'
import type { Member } from '../../platform/http/caller.ts'
import { invalidInput } from '../../platform/http/errors.ts'
import { requirePhone } from '../../platform/http/phones.ts'
import { canInCampaign } from '../access/access.rules.ts'

/** E.164 has at most fifteen digits. */
const PREFIX_MAX = 16

/** In the whole business Owner and Admin alone, in a campaign those who may there. */
export const canBlock = (caller: Member, campaignId: string | null) =>
  campaignId === null ? actsEverywhere(caller.role) : canInCampaign(caller, 'blacklist.edit', campaignId)

/** How numbers in E.164 begin that begin so as it is typed, in the country's way or the world's. */
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

/** What an entry keeps: a whole number, a beginning, or nothing of callers who hide theirs. */
export function readPhone(kind: BlacklistKind, phone = ''): string {
  if (kind === 'withheld') return ''
  return kind === 'prefix' ? readPrefix(phone) : requirePhone(phone)
}

/** Every beginning of a number that an entry may hold, the longest first. */
export const prefixesOf = (phone: string) =>
  Array.from({ length: Math.max(0, phone.length - PREFIX_MIN + 1) }, (_, i) => phone.slice(0, phone.length - i))
