import { Button, Modal } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LeadMessage } from '#contract/leads/conversations/message-shapes.ts'
import { useNarrow } from '../../../lib/use-narrow.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../../ui/feedback/skeleton-rows.tsx'
import { mailPageQuery } from '../conversations.api.ts'
import classes from './lead-conversation.module.css'

type Props = { businessId: string; leadId: string; message: LeadMessage; onClose: () => void }

/** A mail as its sender formatted it, in a frame that runs no script; pictures of other servers load when asked for. */
export function MailPage({ businessId, leadId, message, onClose }: Props) {
  const { t } = useTranslation('conversations')
  const isNarrow = useNarrow()
  const [hasImages, showImages] = useState(false)
  const of = { leadId, messageId: message._id, hasImages }
  const { data, error, refetch } = useQuery(mailPageQuery(businessId, of))
  return (
    <Modal opened onClose={onClose} title={message.subject ?? t('noSubject')} size="xl" fullScreen={isNarrow}>
      {data?.hasRemoteImages && !hasImages && (
        <div className={classes.remote}>
          <span>{t('imagesBlocked')}</span>
          <Button
            size="compact-sm"
            variant="light"
            leftSection={<IconPhoto size={16} stroke={1.75} aria-hidden />}
            onClick={() => showImages(true)}
          >
            {t('showImages')}
          </Button>
        </div>
      )}
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <iframe
          className={classes.frame}
          title={t('mailPage')}
          src={data.url}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
        />
      ) : (
        <SkeletonRows rows={5} columns={1} />
      )}
    </Modal>
  )
}
