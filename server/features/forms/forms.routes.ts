import type { FastifyInstance } from 'fastify'
import { formRoutes } from '#contract/forms.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { seesMasked } from '../access/access.rules.ts'
import { findPayloads } from '../payloads/payloads.service.ts'
import { findBrand } from './forms.queries.ts'
import { changeForm, createForm, listAllForms, listForms, removeForm, requireForm } from './forms.service.ts'
import { formPage, thanksPage } from './hosted-page.ts'
import { pageFields } from './lead-field-inputs.ts'

export function mountForms(app: FastifyInstance, { ownFields }: Deps) {
  handle(app, formRoutes.list, async ({ query }, context) => ({
    success: true,
    forms: await listForms(context, query.campaignId),
  }))

  handle(app, formRoutes.listAll, async ({ query }, context) => ({
    success: true,
    ...(await listAllForms(context, query)),
  }))

  handle(app, formRoutes.create, async ({ body }, context) => ({
    success: true,
    form: await createForm({ ...context, own: await ownFields.find(context.caller.businessId) }, body),
  }))

  handle(app, formRoutes.preview, async ({ body: { language, page, ...form } }, { db, caller }) => {
    const brand = await findBrand(db, caller.businessId)
    const fields = pageFields(form.fields, await ownFields.find(caller.businessId))
    const shown = { form: { ...form, fields, brand }, language, action: '', token: '' }
    const html = page === 'form' ? formPage(shown) : thanksPage(shown)
    // Makes the preview non-interactive.
    return { success: true, html: html.replace('<body>', '<body inert>') }
  })

  handle(app, formRoutes.get, async ({ params }, context) => ({
    success: true,
    form: await requireForm(context, params.id),
  }))

  handle(app, formRoutes.change, async ({ params, body }, context) => ({
    success: true,
    form: await changeForm({ ...context, own: await ownFields.find(context.caller.businessId) }, params.id, body),
  }))

  handle(app, formRoutes.remove, async ({ params }, context) => {
    await removeForm(context, params.id)
    return { success: true }
  })

  handle(app, formRoutes.payloads, async ({ params }, context) => {
    const form = await requireForm(context, params.id)
    const payloads = await findPayloads(context.db, context.caller.businessId, form._id)
    // Submissions contain phones and e-mails, so their bodies are hidden from members who see masked contacts.
    const shown = seesMasked(context.caller) ? payloads.map((payload) => ({ ...payload, raw: '' })) : payloads
    return { success: true, payloads: shown }
  })
}
