import { z } from 'zod'
import { byId, Done, id, Pagination, Paging, SEARCH_MAX, sentTime, text, time } from '../common.ts'
import { heavyGet, route } from '../route.ts'
import { phoneInput, User } from '../team/users.ts'

export const BLACKLIST_MAX = 10_000
export const BLACKLIST_REASON_MAX = 200
/** What an entry blocks: one number, all numbers with a prefix (`+97272`), or callers who withhold their number. */
export const blacklistKinds = ['number', 'prefix', 'withheld'] as const
export type BlacklistKind = (typeof blacklistKinds)[number]
/** Minimum length of a prefix. A shorter prefix would block a whole country. */
export const PREFIX_MIN = 5

export const BlacklistEntry = z.object({
  _id: id,
  kind: z.enum(blacklistKinds),
  /** The number in E.164 or a prefix of it; null if the entry blocks withheld numbers. */
  phone: z.string().nullable(),
  /** The campaign that the entry applies to; null: the whole business. */
  campaignId: id.nullable(),
  campaignName: z.string().nullable(),
  reason: z.string(),
  createdBy: User.nullable(),
  createdAt: time,
  /** When the entry expires; null: never. */
  expiresAt: time.nullable(),
  /** Number of calls that this entry rejected. */
  blocked: z.number().int(),
})
export type BlacklistEntry = z.output<typeof BlacklistEntry>

export const NewBlacklistEntry = z
  .object({
    kind: z.enum(blacklistKinds).default('number'),
    /** Given for the kinds `number` and `prefix`. */
    phone: phoneInput.optional(),
    campaignId: id.nullable().default(null),
    reason: text(BLACKLIST_REASON_MAX).default(''),
    expiresAt: sentTime.nullable().default(null),
  })
  .refine(({ kind, phone }) => kind === 'withheld' || phone, { path: ['phone'], message: 'required_field' })
export type NewBlacklistEntry = z.output<typeof NewBlacklistEntry>

const BlockScope = z.object({ scope: z.enum(['campaign', 'business']), reason: text(BLACKLIST_REASON_MAX).default('') })

const OneEntry = z.object({ success: z.literal(true), entry: BlacklistEntry })

export const blacklistRoutes = {
  list: route({
    ...heavyGet,
    path: '/blacklist',
    access: 'None',
    can: 'blacklist.edit',
    summary: "The business's entries and those of campaigns that the caller may edit, newest first",
    query: Paging.extend({ campaignId: id.optional(), search: text(SEARCH_MAX).optional() }),
    reply: z.object({ success: z.literal(true), entries: z.array(BlacklistEntry), pagination: Pagination }),
  }),
  create: route({
    method: 'POST',
    path: '/blacklist',
    access: 'None',
    can: 'blacklist.edit',
    summary: 'Turn a caller away; one that is there already is changed. Without a campaign: Owner and Admin',
    body: NewBlacklistEntry,
    reply: OneEntry,
    status: () => 201,
  }),
  ofLead: route({
    method: 'POST',
    path: '/lead/:id/blacklist',
    access: 'None',
    can: 'blacklist.edit',
    summary: "Put a lead's phone on the blacklist of its campaign or of the business",
    params: byId,
    body: BlockScope,
    reply: Done,
  }),
  ofCall: route({
    method: 'POST',
    path: '/call/:id/blacklist',
    access: 'None',
    can: 'blacklist.edit',
    summary: "Put a call's caller on the blacklist of its campaign or of the business",
    params: byId,
    body: BlockScope,
    reply: Done,
  }),
  remove: route({
    method: 'POST',
    path: '/blacklist/:id/delete',
    access: 'None',
    can: 'blacklist.edit',
    summary: 'Let a caller through again',
    params: byId,
    reply: Done,
  }),
}
