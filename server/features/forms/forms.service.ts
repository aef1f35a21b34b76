import { randomBytes } from 'node:crypto'
import { FORMS_MAX, type Form, type FormChanges, type NewForm } from '#contract/forms.ts'
import type { Db } from '../../platform/db/db.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { canInCampaign, canReadCampaign } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import * as queries from './forms.queries.ts'

type Context = { db: Db; caller: Member }

/** 144 random bits: cannot be guessed. */
const KEY_BYTES = 18

/** 404 if the caller may not read the campaign, 403 if they may not change it. */
function requireRight(caller: Member, campaignId: string, notFound: 'campaign_not_found' | 'form_not_found') {
  if (!canReadCampaign(caller, campaignId)) throw new AppError(notFound)
  if (!canInCampaign(caller, 'campaigns.edit', campaignId)) throw new AppError('forbidden')
}

export async function listForms({ db, caller }: Context, campaignId: string): Promise<Form[]> {
  requireRight(caller, campaignId, 'campaign_not_found')
  await requireCampaigns(db, caller.businessId, [campaignId])
  return queries.listForms(db, caller.businessId, campaignId)
}

/** A form of a campaign that the caller may change. */
export async function requireForm({ db, caller }: Context, id: string): Promise<Form> {
  const form = await queries.findForm(db, caller.businessId, id)
  if (!form) throw new AppError('form_not_found')
  requireRight(caller, form.campaignId, 'form_not_found')
  return form
}

export const createForm = ({ db, caller }: Context, wanted: NewForm & { campaignId: string }): Promise<Form> =>
  db.transaction().execute(async (tx) => {
    const { businessId, userId } = caller
    requireRight(caller, wanted.campaignId, 'campaign_not_found')
    await requireCampaigns(tx, businessId, [wanted.campaignId])
    const others = await queries.listForms(tx, businessId, wanted.campaignId)
    if (others.length >= FORMS_MAX) throw new AppError('too_many_forms')
    const id = newId()
    const key = randomBytes(KEY_BYTES).toString('base64url')
    await queries.insertForm(tx, businessId, { ...wanted, id, key, createdBy: userId })
    const form = await requireForm({ db: tx, caller }, id)
    await emit(tx, caller, 'form.created', about(form))
    return form
  })

const about = ({ _id, campaignId, name }: Form) => ({ campaignId, formId: _id, name })

export const changeForm = ({ db, caller }: Context, id: string, wanted: FormChanges): Promise<Form> =>
  db.transaction().execute(async (tx) => {
    const context = { db: tx, caller }
    const before = await requireForm(context, id)
    const changes = changesTo(before, wanted)
    if (!Object.keys(changes).length) return before
    await queries.updateForm(tx, caller.businessId, { id, ...wanted })
    await emit(tx, caller, 'form.changed', { ...about(before), changes })
    return requireForm(context, id)
  })

export const removeForm = ({ db, caller }: Context, id: string) =>
  db.transaction().execute(async (tx) => {
    const form = await requireForm({ db: tx, caller }, id)
    await queries.deleteForm(tx, caller.businessId, id)
    await emit(tx, caller, 'form.deleted', about(form))
  })
