import { randomBytes } from 'node:crypto'
import { FORMS_MAX, type Form, type FormChanges, type NewForm } from '#contract/forms.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { canInCampaign, canReadCampaign } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import * as queries from './forms.queries.ts'

type Context = { db: Db; caller: Member }

/** 144 random bits: nobody finds a form by guessing. */
const KEY_BYTES = 18

/** 404 where the caller may not even read the campaign, 403 where they may not change it. */
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
    return requireForm({ db: tx, caller }, id)
  })

export async function changeForm(context: Context, id: string, changes: FormChanges): Promise<Form> {
  const { db, caller } = context
  await requireForm(context, id)
  if (Object.keys(changes).length) await queries.updateForm(db, caller.businessId, { id, ...changes })
  return requireForm(context, id)
}

export async function removeForm(context: Context, id: string) {
  await requireForm(context, id)
  await queries.deleteForm(context.db, context.caller.businessId, id)
}
