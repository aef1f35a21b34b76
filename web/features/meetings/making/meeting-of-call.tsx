import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { leadRoutes } from '#contract/leads/leads.ts'
import { call } from '../../../lib/http/call.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useCan } from '../../../lib/session/session.ts'

const NewMeeting = lazily(() => import('./new-meeting.tsx'), 'NewMeeting')

/** Sets a meeting with the lead of a call. The lead is read first: a call knows neither its e-mail nor its other phones. */
export function MeetingOfCall({ leadId, campaignId }: { leadId: string; campaignId: string }) {
  const { t } = useTranslation('meetings')
  const canMake = useCan('meetings.edit', campaignId)
  const read = useMutation({ mutationFn: () => call(leadRoutes.get, { params: { id: leadId } }) })
  if (!canMake) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconCalendarPlus stroke={1.75} aria-hidden />}
        loading={read.isPending}
        onClick={() => read.mutate()}
      >
        {t('newTitle')}
      </Button>
      <Suspense>{read.data && <NewMeeting lead={read.data.lead} onClose={read.reset} />}</Suspense>
    </>
  )
}
