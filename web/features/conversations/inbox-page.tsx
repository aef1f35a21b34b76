import { Button, Group, Pagination, Text, UnstyledButton } from '@mantine/core'
import { IconBrandWhatsapp, IconMail, IconMessage, IconMessageCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import type { Conversation } from '#contract/leads/conversations/conversations.ts'
import { formatTotal } from '../../lib/i18n/format.ts'
import { useLiveInvalidate } from '../../lib/live-list.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchState } from '../../lib/search.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { Page } from '../../ui/layout/page.tsx'
import segments from '../../ui/layout/segments.module.css'
import { conversationKeys, inboxQuery } from './conversations.api.ts'
import classes from './inbox-page.module.css'

const State = z.object({
  show: z.enum(['all']).optional(),
  of: z.enum(['me']).optional(),
  page: z.number().int().min(1).optional(),
})
const PAGE = 25

/** Conversations that wait for an answer, or all: mine, or those of everybody. */
export function InboxPage() {
  const { t } = useTranslation('conversations')
  const { businessId } = useBusiness()
  const [{ show, of, page = 1 }, set] = useSearchState(State)
  const asked = { show: show ?? 'waiting', of: of ?? 'everybody', page, limit: PAGE } as const
  const { data, error, refetch } = useQuery(inboxQuery(businessId, asked))
  useLiveInvalidate({ businessId, topics: ['message', 'lead'] }, [[...conversationKeys.all(businessId), 'inbox']])
  const choice = (label: string, isChosen: boolean, change: Parameters<typeof set>[0]) => (
    <UnstyledButton className={segments.choice} data-small aria-pressed={isChosen} onClick={() => void set(change)}>
      {label}
    </UnstyledButton>
  )
  return (
    <Page
      title={t('title')}
      context={data && t(`total.${asked.show}`, { count: data.pagination.total, total: formatTotal(data.pagination) })}
      beside={
        <Group gap="sm">
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
          <div className={segments.bar} role="group" aria-label={t('show')}>
            {choice(t('waiting'), !show, { show: undefined, page: undefined })}
            {choice(t('all'), show === 'all', { show: 'all', page: undefined })}
          </div>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms. */}
          <div className={segments.bar} role="group" aria-label={t('of')}>
            {choice(t('everybody'), !of, { of: undefined, page: undefined })}
            {choice(t('mine'), of === 'me', { of: 'me', page: undefined })}
          </div>
        </Group>
      }
      flush
    >
      {!data && !error && <SkeletonRows rows={8} columns={3} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.conversations.length === 0 && (
        <EmptyState
          icon={<IconMessageCheck />}
          title={t(`inboxNone.${asked.show}`)}
          text={t(`inboxNoneText.${asked.show}`)}
          action={
            !show && (
              <Button variant="default" onClick={() => void set({ show: 'all' })}>
                {t('all')}
              </Button>
            )
          }
        />
      )}
      {data && data.conversations.length > 0 && (
        <ul className={classes.rows}>
          {data.conversations.map((conversation) => (
            <Row key={conversation.lead._id} {...{ businessId, conversation }} />
          ))}
        </ul>
      )}
      {data && data.pagination.pages > 1 && (
        <Group justify="center" p="md">
          <Pagination
            value={page}
            total={data.pagination.pages}
            onChange={(next) => void set({ page: next > 1 ? next : undefined })}
          />
        </Group>
      )}
    </Page>
  )
}

const icons = { sms: IconMessage, email: IconMail, whatsapp: IconBrandWhatsapp }

function Row({ businessId, conversation }: { businessId: string; conversation: Conversation }) {
  const { t } = useTranslation('conversations')
  const { lead, last, assignedTo, isUnread } = conversation
  const Icon = icons[last.channel]
  return (
    <li>
      <Link
        className={classes.row}
        to={paths.lead(businessId, lead.campaignId, lead._id)}
        search={{ tab: 'conversation' } as never}
        data-unread={isUnread || undefined}
      >
        <Icon size={20} stroke={1.75} aria-label={t(`channels.${last.channel}`)} />
        <span className={classes.who}>
          <bdi className={classes.name}>{lead.name || t('nameless')}</bdi>
          <Text component="span" size="sm" c="dimmed">
            <bdi>{lead.campaignName}</bdi>
          </Text>
        </span>
        <span className={classes.last} dir="auto">
          {last.direction === 'out' && <span className={classes.us}>{t('us')} </span>}
          {last.text}
        </span>
        <span className={classes.when}>
          {isUnread && <span className={classes.unread}>{t('unread')}</span>}
          <RelativeTime at={last.at} />
          {assignedTo && <bdi>{assignedTo.name}</bdi>}
        </span>
      </Link>
    </li>
  )
}
