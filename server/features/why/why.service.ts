import type { Arrival, LeadWhy, Notice } from '#contract/leads/history/lead-why.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { maskEmail, maskPhone } from '#contract/values/masks.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../platform/http/caller.ts'
import { canInCampaign, seesMasked } from '../access/access.rules.ts'
import { readActs } from '../leads/history/history.service.ts'
import { findLive, type LeadReading, listPartsOf, requireKeptLead } from '../leads/leads.service.ts'
import { findNotices } from '../notifications/decisions/decisions.service.ts'
import { type ArrivalRow, listArrivals, listImportedCells } from './why.queries.ts'
import { channelOf, fateOf, placingOf, rowAsJson } from './why.rules.ts'

type WhyDeps = Pick<Deps, 'workerDb' | 'now'>

/** How a lead that the caller may read came, what changed it and who was notified of it: the newest `limit` of each. */
export async function findWhy(deps: WhyDeps, context: LeadReading, leadId: string, limit: number): Promise<LeadWhy> {
  const { db, caller } = context
  const lead = await requireKeptLead(context, leadId)
  const leadIds = [lead.id, ...(await listPartsOf(context, lead.id))]
  const [arrivals, acts, notices] = await Promise.all([
    listArrivals(db, caller.businessId, leadIds, limit + 1),
    readActs(context, leadIds, limit + 1),
    findNotices(deps, caller.businessId, { leadIds, limit: limit + 1 }),
  ])
  const newest = <T>(items: readonly T[]) => items.slice(0, limit)
  const hasMore = (items: readonly unknown[]) => items.length > limit
  const mayEdit = canInCampaign(caller, 'campaigns.edit', lead.campaign_id) && !seesMasked(caller)
  return {
    arrivals: await describe(context, newest(arrivals)),
    acts: newest(acts),
    notices: mayEdit ? newest(notices) : newest(notices).map(withMaskedAddresses),
    more: { arrivals: hasMore(arrivals), acts: hasMore(acts), notices: hasMore(notices) },
  }
}

/** Addresses that a campaign lists are those of its settings. */
const withMaskedAddresses = (notice: Notice): Notice => ({
  ...notice,
  people: notice.people.map((one) => ({
    ...one,
    address: one.address && (one.address.includes('@') ? maskEmail(one.address) : maskPhone(one.address)),
  })),
})

async function describe(context: LeadReading, rows: readonly ArrivalRow[]): Promise<Arrival[]> {
  const knownIds = [...new Set(rows.flatMap(({ knownLeadId }) => knownLeadId ?? []))]
  const [known, fileRows] = await Promise.all([
    knownIds.length && !seesMasked(context.caller) ? findLive(context, knownIds) : [],
    readFileRows(context, rows),
  ])
  const names = new Map(known.map(({ _id, name }) => [_id, name]))
  const isMasked = seesMasked(context.caller)
  return rows.map((row): Arrival => {
    const { id: _id, at, by, keyName, formName, number, fileName, source, campaign, whilePaused, assigned } = row
    return {
      ...{ _id, at, by, keyName, formName, number, source, campaign, whilePaused },
      channel: channelOf(row),
      file: fileName === null ? null : { name: fileName, row: row.row },
      placedBy: placingOf(row),
      fate: isMasked && tellsOfOthers(row) ? 'created' : fateOf(row),
      known: row.knownLeadId && !isMasked ? { _id: row.knownLeadId, name: names.get(row.knownLeadId) ?? '' } : null,
      assigned: assigned && row.name === 'lead.created' ? { user: assigned, isSender: assigned._id === by?._id } : null,
      raw: isMasked ? null : (fileRows.get(row.id) ?? row.raw ?? (isText(channelOf(row)) ? row.message : null)),
    }
  })
}

const isText = (channel: Arrival['channel']) => channel === 'sms' || channel === 'whatsapp'

/** Masked readers must not learn that the person has another lead. */
const tellsOfOthers = ({ fate }: ArrivalRow) => fate === 'marked' || fate === 'second'

/** Rows of files hold what was not imported, too, so those see them who may see the import. */
async function readFileRows({ db, caller }: LeadReading, rows: readonly ArrivalRow[]) {
  const seen = rows.flatMap(({ id, importId, row, by }) =>
    importId && row !== null && maySeeImport(caller, by?._id) ? [{ id, importId, row }] : [],
  )
  if (!seen.length) return new Map<string, string>()
  const cells = await listImportedCells(db, caller.businessId, seen)
  return new Map(
    seen.flatMap(({ id, importId, row }) => {
      const found = cells.find((one) => one.importId === importId && one.row === row)
      return found ? [[id, rowAsJson(found.titles, found.cells)] as const] : []
    }),
  )
}

const maySeeImport = (caller: Caller, authorId: string | undefined) =>
  caller.kind === 'person' && (actsEverywhere(caller.role) || caller.userId === authorId)
