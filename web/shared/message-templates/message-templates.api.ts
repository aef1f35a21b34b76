import { queryOptions } from '@tanstack/react-query'
import { messageTemplateRoutes as routes } from '#contract/leads/messages/message-templates.ts'
import { call } from '../../lib/http/call.ts'

export const templatesKey = (businessId: string) => ['message-templates', businessId] as const

/** The templates of messages to leads, by name. */
export const messageTemplatesQuery = (businessId: string) =>
  queryOptions({
    queryKey: templatesKey(businessId),
    queryFn: async () => (await call(routes.list)).templates,
  })

/** What variables stand for in a message to this lead, and its gender. */
export const templateValuesQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: ['template-values', businessId, leadId],
    queryFn: () => call(routes.values, { params: { id: leadId } }),
    staleTime: 0,
  })
