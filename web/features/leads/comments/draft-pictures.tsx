import { ActionIcon, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommentPictures } from './comment-pictures.ts'
import classes from './comments.module.css'

type Props = {
  businessId: string
  leadId: string
  fileIds: readonly string[]
  /** Number of pictures that are being added. */
  adding: number
  onRemove: (fileId: string) => void
}

/** The pictures of a comment that is being typed. */
export function DraftPictures({ businessId, leadId, fileIds, adding, onRemove }: Props) {
  const { t } = useTranslation('leads')
  const Picture = useCommentPictures()?.Picture
  return (
    <ul className={classes.pictures} aria-label={t('history.pictures')} aria-busy={adding > 0}>
      {fileIds.map((fileId, index) => (
        <li key={fileId} className={classes.draftPicture}>
          <Suspense>{Picture && <Picture {...{ businessId, leadId, fileId }} />}</Suspense>
          <ActionIcon
            className={classes.removePicture ?? ''}
            variant="default"
            aria-label={t('history.removePicture', { number: index + 1 })}
            onClick={() => onRemove(fileId)}
          >
            <IconX size={16} stroke={2} aria-hidden />
          </ActionIcon>
        </li>
      ))}
      {Array.from({ length: adding }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders are alike.
        <Skeleton key={index} className={classes.comingPicture ?? ''} />
      ))}
    </ul>
  )
}
