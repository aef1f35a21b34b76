import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type GuestMeeting, guestMeetingRoutes } from '#contract/leads/meetings/guest-meetings.ts'
import { call } from '../../lib/http/call.ts'
import { changeLanguage } from '../../lib/i18n/i18n.ts'
import { storage } from '../../lib/storage.ts'

export type MeetingLink = { id: string; token: string }
type Chosen = { kind: 'confirm' | 'decline' } | { kind: 'move'; startsAt: string } | { kind: 'move'; words: string }
/** `sequence`: of the meeting that the guest saw. */
export type GuestAnswer = Chosen & { sequence: number }
/** Answers the meeting that is on the page. */
export type SendAnswer = (chosen: Chosen) => void

const keyOf = ({ id, token }: MeetingLink) => ['guest-meeting', id, token]

/** Fails with 404 if the link is wrong or old. Without an account the page uses the guest's language. */
export const guestMeetingQuery = (link: MeetingLink) =>
  queryOptions({
    queryKey: keyOf(link),
    queryFn: async ({ client, queryKey }) => {
      const { meeting } = await call(guestMeetingRoutes.read, { params: link })
      // Only the first time, so that a later change of language is kept.
      if (!client.getQueryData(queryKey) && !storage.token.get()) await changeLanguage(meeting.language)
      return meeting
    },
    retry: false,
  })

/** Reports that a person opened the link: once, when the page is visible. Programs that only fetch it report nothing. */
export function useOpened(link: MeetingLink, meeting: GuestMeeting) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: async () => (await call(guestMeetingRoutes.opened, { params: link })).meeting,
    meta: { silent: true },
    onSuccess: (opened) => client.setQueryData(guestMeetingQuery(link).queryKey, opened),
  })
  const isNew = meeting.state === 'open' && meeting.status === 'Invitation Sent'
  useEffect(() => {
    if (!isNew) return
    const report = () => {
      if (document.visibilityState === 'hidden') return
      document.removeEventListener('visibilitychange', report)
      mutate()
    }
    document.addEventListener('visibilitychange', report)
    report()
    return () => document.removeEventListener('visibilitychange', report)
  }, [isNew, mutate])
}

const send = (link: MeetingLink, { kind, ...body }: GuestAnswer) => {
  const params = link
  if (kind === 'move') return call(guestMeetingRoutes.move, { params, body: body as never })
  return call(guestMeetingRoutes[kind], { params, body: { sequence: body.sequence } })
}

/** Sends one answer at a time. After a refusal the page shows the meeting as it is now. */
export function useAnswer(link: MeetingLink, onAnswered: () => void) {
  const client = useQueryClient()
  const { queryKey } = guestMeetingQuery(link)
  const mutationKey = [...keyOf(link), 'answer']
  const { mutate, ...answer } = useMutation({
    mutationKey,
    mutationFn: async (sent: GuestAnswer) => (await send(link, sent)).meeting,
    meta: { silent: true },
    onSuccess: (meeting) => {
      client.setQueryData(queryKey, meeting)
      onAnswered()
    },
    onError: () => client.invalidateQueries({ queryKey }),
  })
  return {
    ...answer,
    answer: (sent: GuestAnswer) => {
      if (client.isMutating({ mutationKey }) === 0) mutate(sent)
    },
  }
}
