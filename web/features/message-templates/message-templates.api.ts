import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Language } from '#contract/constants.ts'
import { leadRoutes } from '#contract/leads/leads.ts'
import {
  type MessageTemplate,
  type NewMessageTemplate,
  messageTemplateRoutes as routes,
} from '#contract/leads/messages/message-templates.ts'
import { call } from '../../lib/http/call.ts'
import { templatesKey } from '../../shared/message-templates/message-templates.api.ts'

const PREVIEW_LEADS = 10

/** Leads on which a template can be tried: the newest, or those that a search finds. */
export const previewLeadsQuery = (businessId: string, search: string) =>
  queryOptions({
    queryKey: [...templatesKey(businessId), 'leads', search],
    queryFn: async ({ signal }) => {
      const query = { limit: PREVIEW_LEADS, ...(search.trim().length > 1 && { search: search.trim() }) }
      return (await call(leadRoutes.list, { query }, { signal })).leads
    },
  })

type Saved = { of: MessageTemplate | null; body: NewMessageTemplate }
/** Makes a template, or changes one. The form shows errors itself. */
export function useSaveTemplate(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: ({ of, body }: Saved) =>
      of
        ? call(routes.change, { params: { id: of._id }, body: { ...body, expected: of.revision } })
        : call(routes.create, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: templatesKey(businessId) }),
  })
}

type Values = { id: string; language: Language; values: string[] }
/** Chooses what stands for the placeholders of a template of WhatsApp. */
export function useSetValues(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Values) => call(routes.setValues, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: templatesKey(businessId) }),
  })
}

export function useRemoveTemplate(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.remove, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: templatesKey(businessId) }),
  })
}

export function useRestoreTemplate(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.restore, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: templatesKey(businessId) }),
  })
}
