import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { LeadDetails } from '#contract/leads/leads.ts'
import { callTab } from '../../features/calls/lead-tab.ts'
import { conversationTab } from '../../features/conversations/lead-tab.ts'
import { fileTab } from '../../features/files/lead-tab.ts'
import { NextAction } from '../../features/follow-ups/lead/next-action.tsx'
import { CommentPicturesProvider } from '../../features/leads/comments/comment-pictures.ts'
import { HistoryCallProvider } from '../../features/leads/history/history-call.ts'
import { LeadPage, type PersonActions } from '../../features/leads/lead/lead-page.tsx'
import { commentTab, historyTab, LeadTabsProvider } from '../../features/leads/lead/lead-tabs.tsx'
import { NextActionProvider } from '../../features/leads/lead/next-action-slot.ts'
import { loadCode } from '../../lib/code/load-code.ts'
import { lazily } from '../../lib/lazy.ts'
import { useModal } from '../../lib/modal-stack.ts'
import { useBusiness, useCan } from '../../lib/session/session.ts'
import type { LeadTab } from '../../shared/tabs/lead-tab.ts'

const commentPictures = {
  Picture: lazily(() => import('../../features/files/comment-picture.tsx'), 'CommentPicture'),
  add: async (place: { businessId: string; leadId: string }, picture: File) => {
    const { addPicture } = await loadCode(() => import('../../features/files/pasted-pictures.ts'))
    return addPicture(place, picture)
  },
}
const HistoryCall = lazily(() => import('../../features/calls/call/history-call.tsx'), 'HistoryCall')
const LeadMeetings = lazily(() => import('../../features/meetings/lead/lead-meetings.tsx'), 'LeadMeetings')
const ErasePerson = lazily(() => import('../../features/privacy/erase-person.tsx'), 'ErasePerson')

/** Every tab, in their order. */
const tabs: readonly LeadTab[] = [historyTab, conversationTab, fileTab, callTab, commentTab]

/** A lead's page with the tabs of all features, and with what an Owner may do with the person's data: features of their own. */
export function LeadWithCalls() {
  const person = usePersonActions()
  return (
    <LeadTabsProvider value={tabs}>
      <HistoryCallProvider value={HistoryCall}>
        <NextActionProvider value={NextSteps}>
          <CommentPicturesProvider value={commentPictures}>
            <LeadPage person={person} />
          </CommentPicturesProvider>
        </NextActionProvider>
      </HistoryCallProvider>
    </LeadTabsProvider>
  )
}

/** What is to be done next: follow-ups, and meetings. */
const NextSteps = ({ lead }: { lead: LeadDetails }) => (
  <>
    <NextAction lead={lead} />
    <Suspense>
      <LeadMeetings lead={lead} />
    </Suspense>
  </>
)

function usePersonActions(): PersonActions | undefined {
  const { businessId } = useBusiness()
  const isOwner = useCan('business.settings')
  const { mutate: save } = useMutation({
    mutationFn: async (leadId: string) => {
      const { savePerson } = await loadCode(() => import('../../features/privacy/save-person.ts'))
      return savePerson(leadId)
    },
  })
  const confirm = useModal('erase-person')
  const [isNeeded, need] = useState(confirm.opened)
  if (confirm.opened && !isNeeded) need(true)
  if (!isOwner) return undefined
  return {
    save,
    erase: confirm.open,
    dialog: (lead) => (
      <Suspense>
        {isNeeded && (
          <ErasePerson businessId={businessId} lead={lead} opened={confirm.opened} onClose={confirm.close} />
        )}
      </Suspense>
    ),
  }
}
