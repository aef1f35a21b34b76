import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Meeting, NoticeChannel } from '#contract/leads/meetings/meeting-shapes.ts'
import type { MeetingOutcome, MeetingStatus } from '#contract/leads/meetings/meeting-statuses.ts'
import { type MeetingChanges, meetingRoutes } from '#contract/leads/meetings/meetings.ts'
import type { RouteInput } from '#contract/route.ts'
import { call } from '../../lib/http/call.ts'
import { sendOnce } from '../../lib/http/idempotency-key.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { toast } from '../../ui/feedback/toast.tsx'

const meetingsKey = (businessId: string) => ['meetings', businessId] as const
export const meetingKeys = {
  all: meetingsKey,
  ofLead: (businessId: string, leadId: string) => [...meetingsKey(businessId), 'of-lead', leadId] as const,
}

/** Meetings that begin in the stretch. `userId`: absent for every one in sight. */
export type MeetingsAsked = {
  from: string
  to: string
  userId?: string | undefined
  campaignId?: string | undefined
  status?: readonly MeetingStatus[] | undefined
  outcome?: readonly (MeetingOutcome | 'none')[] | undefined
}
export const meetingsQuery = (businessId: string, { userId, campaignId, status, outcome, ...stretch }: MeetingsAsked) =>
  queryOptions({
    queryKey: [...meetingsKey(businessId), 'list', { userId, campaignId, status, outcome, ...stretch }],
    queryFn: ({ signal }) =>
      call(
        meetingRoutes.list,
        {
          query: {
            ...stretch,
            ...(userId && { userId }),
            ...(campaignId && { campaignId }),
            ...(status?.length && { status: status.join(',') }),
            ...(outcome?.length && { outcome: outcome.join(',') }),
          },
        },
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

export const meetingQuery = (businessId: string, id: string) =>
  queryOptions({
    queryKey: [...meetingsKey(businessId), 'one', id],
    queryFn: () => call(meetingRoutes.read, { params: { id } }),
    staleTime: 0,
  })

export const meetingsOfLeadQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: meetingKeys.ofLead(businessId, leadId),
    queryFn: () => call(meetingRoutes.ofLead, { params: { id: leadId } }),
    staleTime: 0,
  })

/** Members who may take part in meetings of the lead. */
export const meetingPeopleQuery = (businessId: string, leadId: string) =>
  queryOptions({
    queryKey: [...meetingsKey(businessId), 'people', leadId],
    queryFn: () => call(meetingRoutes.people, { params: { id: leadId } }),
    staleTime: 60_000,
  })

export type TimeAsked = {
  leadId: string
  startsAt: string
  minutes: number
  participantIds?: readonly string[] | undefined
  except?: string | undefined
}
/** What speaks against a time. */
export const warningsQuery = (businessId: string, { leadId, startsAt, minutes, participantIds, except }: TimeAsked) =>
  queryOptions({
    queryKey: [...meetingsKey(businessId), 'warnings', { leadId, startsAt, minutes, participantIds, except }],
    queryFn: ({ signal }) =>
      call(
        meetingRoutes.check,
        {
          query: {
            ...{ leadId, startsAt, minutes },
            ...(participantIds?.length && { participantIds: participantIds.join(',') }),
            ...(except && { except }),
          },
        },
        { signal },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Meetings, and the leads whose status follows from them. */
export const useRefreshMeetings = (businessId: string) => {
  const client = useQueryClient()
  return () =>
    Promise.all([
      client.invalidateQueries({ queryKey: meetingsKey(businessId) }),
      client.invalidateQueries({ queryKey: queryKeys.leads(businessId) }),
    ])
}

type NewMeetingInput = RouteInput<typeof meetingRoutes.create>['body']

/** Made once, however often it is pressed or sent again after a lost reply. */
export function useMakeMeeting(businessId: string) {
  const refresh = useRefreshMeetings(businessId)
  return useMutation({
    mutationFn: (body: NewMeetingInput) =>
      sendOnce('meeting', body, (options) => call(meetingRoutes.create, { body }, options)),
    onSettled: () => void refresh(),
  })
}

export type MeetingPatch = Partial<Omit<MeetingChanges, 'version' | 'channels'>> & {
  version: number
  channels?: NoticeChannel[]
}
export function useChangeMeeting(businessId: string) {
  const refresh = useRefreshMeetings(businessId)
  return useMutation({
    mutationFn: ({ id, body }: { id: string; body: MeetingPatch }) =>
      call(meetingRoutes.change, { params: { id }, body }),
    onSettled: () => void refresh(),
  })
}

type Act = { run: () => Promise<unknown>; message: string; undo?: () => Promise<unknown> }
/** Acts of one press; a toast says what was done and, where it can be, takes it back. */
export function useMeetingActs(businessId: string) {
  const { t } = useTranslation('meetings')
  const refresh = useRefreshMeetings(businessId)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ run }: Act) => run(),
    onSuccess: (_, { message, undo }) => {
      const takeBack = undo && { undo: () => act({ run: undo, message: t('toasts.undone') }) }
      toast.success(message, takeBack)
    },
    onSettled: () => void refresh(),
  })
  // Undo may be pressed after the screen is closed; the mutation cache shows errors.
  const act = (wanted: Act) => void mutateAsync(wanted).catch(() => undefined)
  const cancelled = (id: string, isCancelled: boolean, channels: NoticeChannel[]) =>
    call(meetingRoutes.cancel, { params: { id }, body: { isCancelled, channels } })
  const outcomeOf = (id: string, outcome: MeetingOutcome | null) =>
    call(meetingRoutes.outcome, { params: { id }, body: { outcome } })
  return {
    isPending,
    confirm: ({ _id: id, version }: Meeting) =>
      act({
        run: () => call(meetingRoutes.confirm, { params: { id }, body: { version } }),
        message: t('toasts.confirmed'),
      }),
    cancel: ({ _id }: Meeting, channels: NoticeChannel[]) =>
      act({
        run: () => cancelled(_id, true, channels),
        message: t('toasts.cancelled'),
        undo: () => cancelled(_id, false, []),
      }),
    restore: ({ _id }: Meeting) => act({ run: () => cancelled(_id, false, []), message: t('toasts.restored') }),
    setOutcome: ({ _id, outcome: before }: Meeting, outcome: MeetingOutcome | null) =>
      act({
        run: () => outcomeOf(_id, outcome),
        message: t(outcome ? `toasts.outcome.${outcome}` : 'toasts.outcome.none'),
        undo: () => outcomeOf(_id, before),
      }),
    remind: ({ _id: id }: Meeting, channels: NoticeChannel[]) =>
      act({
        run: () => call(meetingRoutes.remind, { params: { id }, body: { channels } }),
        message: t('toasts.reminded'),
      }),
  }
}
export type MeetingActs = ReturnType<typeof useMeetingActs>

/** A new link of the guest; links are not stored, so each is shown once. */
export const useNewLink = () =>
  useMutation({ mutationFn: (id: string) => call(meetingRoutes.link, { params: { id } }) })
