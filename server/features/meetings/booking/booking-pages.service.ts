import { randomInt } from 'node:crypto'
import {
  BOOKING_PAGES_MAX,
  type BookingPage,
  type BookingPageChanges,
  type BookingSettings,
  type NewBookingPage,
} from '#contract/leads/meetings/booking/booking-pages.ts'
import { actsEverywhere } from '#contract/roles.ts'
import { LINK_CODE_LETTERS } from '#contract/values/links.ts'
import type { Db } from '../../../platform/db/db.ts'
import { type MarkedRequest, onceInTransaction } from '../../../platform/db/idempotency.ts'
import { changesTo } from '../../../platform/events/changes.ts'
import { emit } from '../../../platform/events/emit.ts'
import type { Member } from '../../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../../platform/http/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { canInCampaign, canReadCampaign } from '../../access/access.rules.ts'
import { requireCampaigns } from '../../campaigns/campaigns.service.ts'
import * as queries from './booking.queries.ts'

type Context = { db: Db; caller: Member }
type Of = { campaignId: string; ownerId: string | null }

/** PostgreSQL's code of a value that another row has. */
const UNIQUE_VIOLATION = '23505'
const SLUG_LENGTH = 10
const newSlug = () =>
  Array.from({ length: SLUG_LENGTH }, () => LINK_CODE_LETTERS[randomInt(LINK_CODE_LETTERS.length)]).join('')

const canEdit = (caller: Member, { campaignId, ownerId }: Of) =>
  ownerId === null
    ? canInCampaign(caller, 'booking.team', campaignId)
    : canInCampaign(caller, 'booking.own', campaignId) && (ownerId === caller.userId || actsEverywhere(caller.role))
const ofRow = ({ campaignId, owner }: Pick<queries.PageRow, 'campaignId' | 'owner'>): Of => ({
  campaignId,
  ownerId: owner?._id ?? null,
})

/** Own pages and those of the team in campaigns that the caller reads; Owners and Admins see all. */
const canSee = (caller: Member, row: queries.PageRow) =>
  actsEverywhere(caller.role) ||
  row.owner?._id === caller.userId ||
  (row.owner === null && canReadCampaign(caller, row.campaignId))

function toPage(row: queries.PageRow, caller: Member): BookingPage {
  const { id: _id, ...page } = row
  return { _id, ...page, canEdit: canEdit(caller, ofRow(row)) }
}

export const listPages = async ({ db, caller }: Context) =>
  (await queries.listPages(db, caller.businessId))
    .filter((row) => canSee(caller, row))
    .map((row) => toPage(row, caller))

async function requirePage({ db, caller }: Context, id: string) {
  const row = await queries.findPage(db, caller.businessId, id)
  if (!row || !canSee(caller, row)) throw new AppError('booking_page_not_found')
  return row
}
async function requireEditable(context: Context, id: string) {
  const row = await requirePage(context, id)
  if (!canEdit(context.caller, ofRow(row))) throw new AppError('forbidden')
  return row
}

/** A campaign that the caller may use, with people who may take meetings with its leads. */
async function requireValid(
  { db, caller }: Context,
  { campaignId, ownerId, settings }: Of & { settings: BookingSettings },
) {
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  if (!canEdit(caller, { campaignId, ownerId })) throw new AppError('forbidden')
  await requireCampaigns(db, caller.businessId, [campaignId])
  const userIds = ownerId ? [ownerId] : [...new Set(settings.userIds)]
  if (!userIds.length) throw invalidInput('settings.userIds', 'required')
  const able = await queries.listMeetingPeople(db, caller.businessId, { campaignId })
  if (userIds.some((userId) => able.every(({ _id }) => _id !== userId))) throw new AppError('user_not_found')
  return { ...settings, userIds }
}

export async function listPeople({ db, caller }: Context, campaignId: string) {
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  if (!canInCampaign(caller, 'booking.team', campaignId)) throw new AppError('forbidden')
  await requireCampaigns(db, caller.businessId, [campaignId])
  return queries.listMeetingPeople(db, caller.businessId, { campaignId })
}

const about = ({ id, slug, campaignId }: Pick<queries.PageRow, 'id' | 'slug' | 'campaignId'>) => ({
  ...{ campaignId, bookingPageId: id, slug },
})
type Named = Pick<queries.PageRow, 'slug' | 'campaignId' | 'isActive' | 'settings'>
/** By the names that the audit log has texts for. */
const named = ({ slug, campaignId, isActive, settings }: Named) => ({
  ...{ slug, campaignId, isActive, bookingSettings: settings },
})

export async function createPage(request: Context & MarkedRequest, wanted: NewBookingPage): Promise<BookingPage> {
  const { db, caller } = request
  const { businessId, userId } = caller
  const id = await onceInTransaction(request, { change: 'booking_page.created', ...wanted }, async (tx) => {
    const context = { db: tx, caller }
    const { campaignId, isActive, isTeam, slug = newSlug() } = wanted
    const ownerId = isTeam ? null : userId
    await queries.lockPages(tx, businessId)
    const settings = await requireValid(context, { campaignId, ownerId, settings: wanted.settings })
    if ((await queries.listPages(tx, businessId)).length >= BOOKING_PAGES_MAX)
      throw new AppError('too_many_booking_pages')
    const page = { id: newId(), slug, campaignId, isActive, settings }
    const isStored = await queries.insertPage(tx, businessId, { ...page, ownerId, createdBy: userId })
    if (!isStored) throw new AppError('booking_slug_taken')
    await emit(tx, caller, 'booking_page.created', about(page))
    return page.id
  })
  return toPage(await requirePage({ db, caller }, id), caller)
}

export const changePage = ({ db, caller }: Context, id: string, wanted: BookingPageChanges): Promise<BookingPage> =>
  db.transaction().execute(async (tx) => {
    const context = { db: tx, caller }
    const { businessId } = caller
    await queries.lockPages(tx, businessId)
    const before = await requireEditable(context, id)
    const { ownerId } = ofRow(before)
    const after = { ...before, ...wanted }
    const settings = await requireValid(context, { ...after, ownerId })
    const changes = changesTo(named(before), named({ ...after, settings }))
    if (!Object.keys(changes).length) return toPage(before, caller)
    await queries.updatePage(tx, businessId, { ...after, settings }).catch((error: { code?: string }) => {
      throw error.code === UNIQUE_VIOLATION ? new AppError('booking_slug_taken') : error
    })
    await emit(tx, caller, 'booking_page.changed', { ...about(after), changes })
    return toPage(await requirePage(context, id), caller)
  })

export const removePage = ({ db, caller }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    await queries.lockPages(tx, caller.businessId)
    const page = await requireEditable({ db: tx, caller }, id)
    await queries.deletePage(tx, caller.businessId, id)
    await emit(tx, caller, 'booking_page.deleted', about(page))
  })
