import { queryOptions } from '@tanstack/react-query'
import { integrationRoutes } from '#contract/integrations/integrations.ts'
import { call } from '../../lib/http/call.ts'

export const integrationsQuery = (businessId: string) =>
  queryOptions({
    queryKey: ['integrations', businessId],
    queryFn: async () => (await call(integrationRoutes.list)).integrations,
    staleTime: 0,
  })
