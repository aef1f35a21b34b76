import type { EventName } from '#contract/events/catalogue.ts'
import { LEAD_FIELD_KIND } from '#contract/forms.ts'
import type { Caches } from '../../platform/caches.ts'
import type { Tenants } from '../../platform/db/tenants.ts'
import { FIELDS_ENDED_BY, openOwnFields } from '../lead-fields/lead-fields.cache.ts'
import { findFormByKey } from './forms.queries.ts'
import { pageFields } from './lead-field-inputs.ts'

/** 18 random bytes, base64url. */
const KEY = /^[\w-]{24}$/

const ENDED_BY = [
  ...['form.changed', 'form.deleted', 'campaign.deleted', 'business.changed', 'business.closed', 'business.reopened'],
  ...FIELDS_ENDED_BY,
] as EventName[]

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** Forms by the key in their address. */
    forms: ReturnType<typeof openForms>
  }
}

/** Forms by the key of their address, cached for two seconds: a flood of posts is one query. */
export function openForms(tenants: Tenants, caches: Caches) {
  const ownFields = openOwnFields(tenants, caches)
  const find = caches.cached(ENDED_BY, async (key: string) => {
    const form = await findFormByKey(tenants.pool, key)
    if (!form?.fields.some(({ kind }) => kind === LEAD_FIELD_KIND)) return form
    const own = await ownFields.find(form.business_id)
    return { ...form, fields: pageFields(form.fields, own, form.campaign_id) }
  })
  return { find: async (key: string) => (KEY.test(key) ? find(key) : undefined) }
}
