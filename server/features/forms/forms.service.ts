import { randomBytes } from 'node:crypto'
import type { Language } from '#contract/constants.ts'
import {
  FORMS_MAX,
  type Form,
  type FormChanges,
  type FormField,
  firstForm,
  type ListedForm,
  type NewForm,
} from '#contract/forms.ts'
import type { Db } from '../../platform/db/db.ts'
import { type MarkedRequest, onceInTransaction } from '../../platform/db/idempotency.ts'
import { changesTo } from '../../platform/events/changes.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { paginate } from '../../platform/lists/paging.ts'
import { translate } from '../../platform/texts.ts'
import { canInCampaign, canReadCampaign, isRestrictedToOwn, visibleCampaigns } from '../access/access.rules.ts'
import { requireCampaigns } from '../campaigns/campaigns.service.ts'
import type { FieldDefinitions } from '../lead-fields/values.rules.ts'
import * as queries from './forms.queries.ts'
import { unknownFields } from './lead-field-inputs.ts'

type Context = { db: Db; caller: Member }
/** `own`: the own lead fields of the business. */
type Writing = Context & { own: FieldDefinitions }

/** 144 random bits: cannot be guessed. */
const KEY_BYTES = 18

/** 404 if the caller may not read the campaign, 403 if they may not change it. */
function requireRight(caller: Member, campaignId: string, notFound: 'campaign_not_found' | 'form_not_found') {
  if (!canReadCampaign(caller, campaignId)) throw new AppError(notFound)
  if (!canInCampaign(caller, 'campaigns.edit', campaignId)) throw new AppError('forbidden')
}

/**
 * The campaign's forms, for each of its members. Members who read only their own leads do not get the submission
 * counts, because these count all leads.
 */
export async function listForms({ db, caller }: Context, campaignId: string): Promise<ListedForm[]> {
  if (!canReadCampaign(caller, campaignId)) throw new AppError('campaign_not_found')
  if (!canInCampaign(caller, 'forms.read', campaignId)) throw new AppError('forbidden')
  await requireCampaigns(db, caller.businessId, [campaignId])
  const forms = await queries.listForms(db, caller.businessId, campaignId)
  return isRestrictedToOwn(caller, campaignId) ? forms.map((form) => ({ ...form, submissions: null })) : forms
}

/** A page of the forms of all campaigns that the caller reads; submission counts as in the list of one campaign. */
export async function listAllForms({ db, caller }: Context, { page, limit }: { page: number; limit: number }) {
  const campaigns = visibleCampaigns(caller)?.filter((id) => canInCampaign(caller, 'forms.read', id)) ?? null
  const [forms, total] = await Promise.all([
    queries.listAllForms(db, caller.businessId, { campaigns, offset: (page - 1) * limit, limit }),
    queries.countAllForms(db, caller.businessId, campaigns),
  ])
  return {
    forms: forms.map((form) => (isRestrictedToOwn(caller, form.campaign._id) ? { ...form, submissions: null } : form)),
    pagination: paginate({ page, limit }, total, true),
  }
}

/** A form of a campaign that the caller may change. */
export async function requireForm({ db, caller }: Context, id: string): Promise<Form> {
  const form = await queries.findForm(db, caller.businessId, id)
  if (!form) throw new AppError('form_not_found')
  requireRight(caller, form.campaignId, 'form_not_found')
  return form
}

/** A form asks only for lead fields that the leads of its campaign have. */
function requireKnownFields(fields: readonly FormField[], own: FieldDefinitions, campaignId: string) {
  const issues = unknownFields(fields, own, campaignId)
  if (issues.length) throw new AppError('invalid_input', { issues })
}

async function requireBookingPage({ db, caller }: Context, id: string | null | undefined) {
  if (id && !(await queries.hasBookingPage(db, caller.businessId, id))) throw new AppError('booking_page_not_found')
}

type Wanted = NewForm & { campaignId: string }
export async function createForm(request: Writing & MarkedRequest, wanted: Wanted): Promise<Form> {
  const { db, caller, own } = request
  const id = await onceInTransaction(request, wanted, (tx) => addForm({ db: tx, caller, own }, wanted))
  return requireForm({ db, caller }, id)
}

/** Makes a form within the caller's transaction; returns its id. */
async function addForm({ db: tx, caller, own }: Writing, wanted: Wanted): Promise<string> {
  const { businessId, userId } = caller
  requireRight(caller, wanted.campaignId, 'campaign_not_found')
  await requireCampaigns(tx, businessId, [wanted.campaignId])
  requireKnownFields(wanted.fields, own, wanted.campaignId)
  await requireBookingPage({ db: tx, caller }, wanted.bookingPageId)
  const others = await queries.listForms(tx, businessId, wanted.campaignId)
  if (others.length >= FORMS_MAX) throw new AppError('too_many_forms')
  const id = newId()
  const key = randomBytes(KEY_BYTES).toString('base64url')
  await queries.insertForm(tx, businessId, { ...wanted, id, key, createdBy: userId })
  const form = await requireForm({ db: tx, caller }, id)
  await emit(tx, caller, 'form.created', about(form))
  return id
}

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** Makes the form of a new campaign, in its transaction; returns the form's id. */
    addFirstForm: typeof addFirstForm
  }
}
type First = { campaignId: string; name: string; language: Language }
export function addFirstForm(context: Context, { campaignId, name, language }: First): Promise<string> {
  const textOf = (text: string, spoken: Language) => translate(spoken, 'forms', `defaults.${spoken}.${text}`)
  // The first form asks only for built-in fields.
  return addForm({ ...context, own: [] }, { ...firstForm(name, language, textOf), campaignId })
}

const about = ({ _id, campaignId, name }: Form) => ({ campaignId, formId: _id, name })

export const changeForm = ({ db, caller, own }: Writing, id: string, wanted: FormChanges): Promise<Form> =>
  db.transaction().execute(async (tx) => {
    const context = { db: tx, caller }
    const before = await requireForm(context, id)
    if (wanted.fields) requireKnownFields(wanted.fields, own, before.campaignId)
    await requireBookingPage(context, wanted.bookingPageId)
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
