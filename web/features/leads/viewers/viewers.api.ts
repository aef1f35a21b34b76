import { queryOptions } from '@tanstack/react-query'
import { leadViewerRoutes, VIEWER_RENEWAL_MS } from '#contract/leads/lead-viewers.ts'
import { call } from '../../../lib/http/call.ts'
import { newKey } from '../../../lib/http/idempotency-key.ts'
import { leadKeys } from '../lead-keys.ts'

/** Of this page in the browser. */
const tabId = newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

/** Who else looks at the lead. Asking says that the reader is there, too, as long as the page is seen. */
export const viewersQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: [...leadKeys.one(businessId, leadId), 'viewers'],
    queryFn: ({ signal }) =>
      call(leadViewerRoutes.look, { params: { id: leadId }, body: { tabId, isHere: true } }, { signal }),
    refetchInterval: VIEWER_RENEWAL_MS,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
    staleTime: 0,
  })

/** Sent even if the page unloads; a lost one is made up for by the end of the lease. */
export const leaveLead = (businessId: string, leadId: string) =>
  void call(
    leadViewerRoutes.look,
    { params: { id: leadId }, body: { tabId, isHere: false } },
    { keepalive: true, businessId },
  ).catch(() => undefined)
