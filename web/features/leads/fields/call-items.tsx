import { Menu } from '@mantine/core'
import { IconPhoneCheck, IconPhoneOff, IconPhonePlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import type { Lead } from '#contract/leads/leads.ts'
import { call } from '../../../lib/http/call.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { useBusiness, useCanIn } from '../../../lib/session/session.ts'
import { useCallOut } from '../../../shared/numbers/call-out.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { calleeOf } from './contact-links.ts'

/** Other acts about calls with the lead: another way to call, a call made elsewhere, and the mark "do not call". */
export function CallItems({ lead }: { lead: Lead }) {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const canIn = useCanIn()
  const client = useQueryClient()
  const out = useCallOut()
  const callee = calleeOf(lead)
  const marking = useMutation({
    mutationFn: (isOn: boolean) => call(outgoingRoutes.doNotCall, { params: { id: lead._id }, body: { isOn } }),
    onSuccess: (_done, isOn) =>
      void toast.success(t(isOn ? 'history.call_barred' : 'history.call_allowed'), {
        undo: () => void marking.mutateAsync(!isOn).catch(() => undefined),
      }),
    onError: (error) => void toast.error(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
    meta: { silent: true },
  })
  if (lead.deletedAt !== null) return null
  const mayDial = canIn('calls.dial', lead.campaignId)
  return (
    <>
      {mayDial && lead.phone && !lead.doNotCall && (
        <Menu.Item leftSection={<IconPhonePlus aria-hidden />} onClick={() => out?.choose(callee)}>
          {t('callOtherwise')}
        </Menu.Item>
      )}
      {mayDial && (
        <Menu.Item leftSection={<IconPhoneCheck aria-hidden />} onClick={() => out?.log(callee)}>
          {t('logCall')}
        </Menu.Item>
      )}
      {canIn('leads.edit', lead.campaignId) && (
        <Menu.Item leftSection={<IconPhoneOff aria-hidden />} onClick={() => marking.mutate(!lead.doNotCall)}>
          {t(lead.doNotCall ? 'allowCalls' : 'barCalls')}
        </Menu.Item>
      )}
    </>
  )
}
