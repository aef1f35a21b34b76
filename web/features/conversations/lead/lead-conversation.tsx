import { Button, Stack } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { type LeadMessage, sendingChannels } from '#contract/leads/conversations/message-shapes.ts'
import { formatDay } from '../../../lib/i18n/format.ts'
import { lazily } from '../../../lib/lazy.ts'
import { useLiveInvalidate } from '../../../lib/live-list.ts'
import { useSearchState } from '../../../lib/search.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { conversationKeys, threadQuery, useActOnMessage } from '../conversations.api.ts'
import { Composer } from './composer.tsx'
import { ConsentPanel } from './consent-panel.tsx'
import classes from './lead-conversation.module.css'
import { MessageBubble } from './message-bubble.tsx'

const MailPage = lazily(() => import('./mail-page.tsx'), 'MailPage')

/** `channel`: by which the composer opens, as a follow-up asks. */
const Search = z.object({ channel: z.enum(sendingChannels).optional() })

type Props = { businessId: string; leadId: string }

/** The messages of a lead, the oldest above, with the composer below. */
export function LeadConversation({ businessId, leadId }: Props) {
  const { t } = useTranslation('conversations')
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    threadQuery(businessId, leadId),
  )
  useLiveInvalidate(
    { businessId, topics: ['message'], concerns: (event) => event.leadId === undefined || event.leadId === leadId },
    [conversationKeys.lead(businessId, leadId)],
  )
  const [{ channel }] = useSearchState(Search)
  const [mail, openMail] = useState<LeadMessage>()
  const first = data?.pages[0]
  const messages = data?.pages.toReversed().flatMap((page) => page.messages) ?? []
  const act = useActOnMessage(businessId, leadId)
  useMarkRead(messages.at(-1), first?.readAt ?? null, (messageId) => act.mutate({ act: 'read', messageId }))
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!first) return <SkeletonRows rows={5} columns={1} />
  return (
    <Stack gap="md" className={classes.conversation}>
      {hasNextPage && (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('older')}
        </Button>
      )}
      {messages.length === 0 && (
        <EmptyState icon={<IconMessages />} title={t('none')} text={t(first.maySend ? 'noneText' : 'noneToRead')} />
      )}
      <ol className={classes.messages} aria-label={t('thread')} aria-live="polite">
        {messages.map((message, place) => (
          <li key={message._id} data-direction={message.direction}>
            {isNewDay(messages, place) && <p className={classes.day}>{formatDay(message.at)}</p>}
            <MessageBubble
              message={message}
              maySend={first.maySend}
              isBusy={act.isPending}
              onOpen={() => openMail(message)}
              onAct={(what) => act.mutate({ act: what, messageId: message._id })}
            />
          </li>
        ))}
      </ol>
      {first.maySend && (
        <Composer
          key={`${leadId} ${channel}`}
          {...{ businessId, leadId }}
          channels={first.channels}
          templatesOnly={first.templatesOnly}
          wanted={channel ?? messages.findLast(({ direction }) => direction === 'in')?.channel}
        />
      )}
      <ConsentPanel {...{ businessId, leadId }} />
      <Suspense>
        {mail && <MailPage {...{ businessId, leadId }} message={mail} onClose={() => openMail(undefined)} />}
      </Suspense>
    </Stack>
  )
}

const isNewDay = (messages: readonly LeadMessage[], place: number) =>
  formatDay(messages[place - 1]?.at ?? '1970-01-01T00:00:00Z') !== formatDay(messages[place]?.at ?? '')

/** Opening the conversation marks what the lead wrote as read, for the whole team. */
function useMarkRead(last: LeadMessage | undefined, readAt: string | null, mark: (messageId: string) => void) {
  const isUnread = last !== undefined && (readAt === null || Date.parse(readAt) < Date.parse(last.at))
  const unreadId = isUnread ? last._id : undefined
  const send = useEffectEvent(mark)
  useEffect(() => {
    if (unreadId) send(unreadId)
  }, [unreadId])
}
