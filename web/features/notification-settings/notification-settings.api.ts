import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { TemplateChange } from '#contract/notifications/message-templates.ts'
import {
  type BusinessChange,
  type BusinessSettings,
  type Channel,
  type OwnChange,
  type OwnSettings,
  notificationSettingRoutes as routes,
} from '#contract/notifications/notification-settings.ts'
import { call } from '../../lib/http/call.ts'

const ownKey = (businessId: string) => ['notification-settings', businessId, 'own'] as const
const businessKey = (businessId: string) => ['notification-settings', businessId, 'business'] as const
const templatesKey = (businessId: string) => ['notification-settings', businessId, 'templates'] as const

export const ownSettingsQuery = (businessId: string) =>
  queryOptions({
    queryKey: ownKey(businessId),
    queryFn: async () => (await call(routes.own)).settings,
    staleTime: 0,
  })

/** Optimistic; changes are sent one after the other. A refusal restores the server's state. */
export function useChangeOwn(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: ownKey(businessId),
    scope: { id: ownKey(businessId).join() },
    mutationFn: (body: OwnChange) => call(routes.changeOwn, { body }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: ownKey(businessId) })
      if (change.events) applyOwn(client, businessId, change.events)
    },
    // The reply to an earlier change would undo later ones that are still pending.
    onSettled: () => isLast(client, ownKey(businessId)) && client.invalidateQueries({ queryKey: ownKey(businessId) }),
  })
}

/** Whether no other change of these settings is pending. */
const isLast = (client: QueryClient, mutationKey: readonly string[]) => client.isMutating({ mutationKey }) === 1

function applyOwn(client: QueryClient, businessId: string, events: NonNullable<OwnChange['events']>) {
  client.setQueryData<OwnSettings>(
    ownKey(businessId),
    (known) =>
      known && {
        ...known,
        events: known.events.map((one) => {
          const changed = events.find(({ event }) => event === one.event)
          return changed?.choice ? { ...one, isOwn: true, choice: changed.choice } : one
        }),
      },
  )
}

/** The button shows errors itself. */
export function useSendTest(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (channel: Channel) => call(routes.test, { body: { channel } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ownKey(businessId) }),
  })
}

export const businessSettingsQuery = (businessId: string) =>
  queryOptions({
    queryKey: businessKey(businessId),
    queryFn: async () => (await call(routes.business)).settings,
  })

/** `silent`: the form shows errors beside its fields. */
export function useChangeBusinessSettings(businessId: string, { silent = false } = {}) {
  const client = useQueryClient()
  return useMutation({
    ...(silent && { meta: { silent: true } }),
    mutationKey: businessKey(businessId),
    scope: { id: businessKey(businessId).join() },
    mutationFn: (body: BusinessChange) => call(routes.changeBusiness, { body }),
    onMutate: ({ events = [] }) =>
      client.setQueryData<BusinessSettings>(
        businessKey(businessId),
        (known) =>
          known && {
            ...known,
            events: known.events.map((one) => events.find(({ event }) => event === one.event) ?? one),
          },
      ),
    onSuccess: ({ settings }) => {
      if (isLast(client, businessKey(businessId))) client.setQueryData(businessKey(businessId), settings)
    },
    onError: () => client.invalidateQueries({ queryKey: businessKey(businessId) }),
  })
}

export const templatesQuery = (businessId: string) =>
  queryOptions({
    queryKey: templatesKey(businessId),
    queryFn: async () => (await call(routes.templates)).templates,
  })

export function useChangeTemplate(businessId: string) {
  const client = useQueryClient()
  return useMutation({
    meta: { silent: true },
    mutationFn: (body: TemplateChange) => call(routes.changeTemplate, { body }),
    onSuccess: ({ template }) =>
      client.setQueryData(templatesQuery(businessId).queryKey, (known) =>
        known?.map((one) =>
          one.name === template.name && one.channel === template.channel && one.language === template.language
            ? template
            : one,
        ),
      ),
  })
}
