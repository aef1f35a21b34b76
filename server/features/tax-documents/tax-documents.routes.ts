import type { FastifyInstance } from 'fastify'
import { taxDocumentRoutes } from '#contract/tax-documents/tax-documents.ts'
import type { Deps } from '../../deps.ts'
import { handle } from '../../platform/http/handle.ts'
import { withoutCardNumbers } from '../../providers/payments/card-numbers.ts'
import { changeCustomer, getCustomer } from './customers.service.ts'
import * as service from './documents.service.ts'

/** Without BILLING there are no such routes. */
export function mountTaxDocuments(app: FastifyInstance, deps: Deps) {
  if (deps.env.billing) withoutCardNumbers(app, (routes) => mountRoutes(routes, deps))
}

function mountRoutes(app: FastifyInstance, deps: Deps) {
  handle(app, taxDocumentRoutes.list, async ({ query }, context) => ({
    success: true,
    ...(await service.findDocuments(context, query)),
  }))
  handle(app, taxDocumentRoutes.export, async ({ query: filters }, context) => ({
    success: true,
    ...service.linkExport(deps, context, { filters, language: context.language }),
  }))
  handle(app, taxDocumentRoutes.pdf, async ({ params: { id }, query: { language } }, context) => ({
    success: true,
    ...(await service.linkPdf(deps, context, { id, language })),
  }))
  handle(app, taxDocumentRoutes.send, async ({ params: { id } }, context) => ({
    success: true,
    recipients: await service.sendDocument(deps, context, id),
  }))
  handle(app, taxDocumentRoutes.customer, async (_, { db, caller }) => ({
    success: true,
    customer: await getCustomer(db, caller.businessId),
  }))
  handle(app, taxDocumentRoutes.changeCustomer, async ({ body }, context) => ({
    success: true,
    customer: await changeCustomer(context, body),
  }))
  for (const { mount } of service.downloads) mount(app, deps)
}
