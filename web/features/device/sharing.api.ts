import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { isContactCard, SHARED_MS } from '#contract/files/sharing.ts'
import { type Lead, leadRoutes } from '#contract/leads/leads.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { call } from '../../lib/http/call.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { type Shared, takeShared } from '../../lib/session/device/shared-store.ts'
import { type Contact, contactsIn } from './contact-card.ts'

/** A card with a large picture has its numbers before it. */
const CARD_CHARACTERS_MAX = 1_000_000
const LEADS_SHOWN = 8

/** What was shared, with the contacts that its files hold. */
export type SharedContent = Shared & { contacts: Contact[] }

async function contentOf(shared: Shared): Promise<SharedContent> {
  const cards = shared.files.filter(({ file }) => isContactCard(file))
  const texts = await Promise.all(cards.map(({ file }) => file.slice(0, CARD_CHARACTERS_MAX).text()))
  return { ...shared, files: shared.files.filter((one) => !cards.includes(one)), contacts: texts.flatMap(contactsIn) }
}

/** What was shared last on this device; read again when its hour is over. */
export const sharedQuery = (userId: string) =>
  queryOptions({
    queryKey: ['shared', userId],
    queryFn: async () => {
      const shared = await takeShared(userId)
      return shared && contentOf(shared)
    },
    staleTime: 0,
    gcTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state: { data } }) => (data ? Math.max(1_000, data.at + SHARED_MS - Date.now()) : false),
  })

export type LeadChoice = Pick<Lead, '_id' | 'name' | 'phone' | 'email' | 'campaignId' | 'campaignName'>

/** Leads by name, phone or e-mail, or the newest ones. */
export const foundQuery = (businessId: string, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.leads(businessId), 'share', search],
    queryFn: async ({ signal }): Promise<LeadChoice[]> => {
      const query = { limit: LEADS_SHOWN, all: 'true' as const, ...(search && { search }) }
      return (await call(leadRoutes.list, { query }, { signal })).leads
    },
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })

/** Leads of the business that this device keeps, the last opened first. */
export const keptLeadsQuery = (businessId: string) =>
  queryOptions({
    queryKey: [...queryKeys.leads(businessId), 'share-kept'],
    queryFn: async (): Promise<LeadChoice[]> => {
      const { listOwnKept } = await loadCode(() => import('../../lib/session/device/restoring.ts'))
      const rows = (await listOwnKept()).filter(({ key }) => key[0] === 'leads' && key[1] === businessId)
      const opened = rows.flatMap(({ key, data }) => (key[2] === 'one' && key.length === 4 ? leadsIn(data) : []))
      const listed = rows.flatMap(({ key, data }) => (key[2] === 'list' ? leadsIn(data) : []))
      return [...opened, ...listed]
    },
    staleTime: 0,
    gcTime: 0,
  })

type Reply = { lead?: LeadChoice; leads?: LeadChoice[]; pages?: { leads?: LeadChoice[] }[] }
function leadsIn(data: unknown): LeadChoice[] {
  const { lead, leads = [], pages = [] } = data as Reply
  return [...(lead ? [lead] : []), ...leads, ...pages.flatMap((page) => page.leads ?? [])]
}

const digitsOf = (text: string) => text.replace(/\D/g, '').replace(/^(972|0)/, '')
function matches({ name, phone, email }: LeadChoice, search: string) {
  const [words, digits] = [search.toLowerCase(), digitsOf(search)]
  return (
    name.toLowerCase().includes(words) ||
    (email ?? '').toLowerCase().includes(words) ||
    (digits.length >= 3 && (phone ?? '').includes(digits))
  )
}

/** Those of the device first, because the server may be away or slow. */
export function choicesOf(kept: readonly LeadChoice[], found: readonly LeadChoice[], search: string): LeadChoice[] {
  const own = search ? kept.filter((lead) => matches(lead, search)) : kept
  const fresh = new Map(found.map((lead) => [lead._id, lead]))
  const all = new Map([...own, ...found].map((lead) => [lead._id, fresh.get(lead._id) ?? lead]))
  return [...all.values()].slice(0, LEADS_SHOWN)
}
