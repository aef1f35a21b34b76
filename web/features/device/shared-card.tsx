import { Button } from '@mantine/core'
import { IconFileTypePdf, IconPhoto, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { SHARED_FILES_MAX, SHARED_MS, SHARED_TEXT_MAX } from '#contract/files/sharing.ts'
import { FILE_MAX_BYTES } from '#contract/files/terms.ts'
import { formatBytes, formatNumber, formatTime } from '../../lib/i18n/format.ts'
import { leftOutReasons } from '../../lib/session/device/shared-store.ts'
import { UserText } from '../../ui/display/user-text.tsx'
import type { SharedContent } from './sharing.api.ts'
import classes from './sharing.module.css'

type Props = { shared: SharedContent; text: string; isCut: boolean; onDiscard: () => void }

/** What was shared, what of it was left out and why, and until when the device keeps it. */
export function SharedCard({ shared, text, isCut, onDiscard }: Props) {
  const { t } = useTranslation('device')
  const { files, leftOut, contacts, at } = shared
  const notices = [
    ...(isCut ? [t('share.isCut', { limit: formatNumber(SHARED_TEXT_MAX) })] : []),
    ...(contacts.length > 1 ? [t('share.severalContacts')] : []),
    ...leftOutReasons.flatMap((why) => {
      const count = leftOut[why] ?? 0
      const limit = why === 'tooLarge' ? formatBytes(FILE_MAX_BYTES) : formatNumber(SHARED_FILES_MAX)
      return count > 0 ? [t(`share.leftOut.${why}`, { count, limit })] : []
    }),
  ]
  return (
    <section className={classes.shared} aria-label={t('share.what')}>
      {text && (
        <p className={classes.text}>
          <UserText>{text}</UserText>
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files} aria-label={t('share.files')}>
          {files.map(({ id, file: { name, size, type } }) => {
            const Icon = type.startsWith('image/') ? IconPhoto : IconFileTypePdf
            return (
              <li key={id} className={classes.file}>
                <Icon size={20} stroke={1.5} aria-hidden />
                <span className={classes.name}>
                  <UserText>{name}</UserText>
                </span>
                <span className={classes.second}>{formatBytes(size)}</span>
              </li>
            )
          })}
        </ul>
      )}
      {notices.length > 0 && (
        <div role="alert">
          <ul className={classes.notices}>
            {notices.map((notice) => (
              <li key={notice}>{notice}</li>
            ))}
          </ul>
        </div>
      )}
      <div className={classes.foot}>
        <span className={classes.second}>{t('share.keptUntil', { time: formatTime(new Date(at + SHARED_MS)) })}</span>
        <Button variant="subtle" leftSection={<IconTrash size={16} stroke={1.75} aria-hidden />} onClick={onDiscard}>
          {t('share.discard')}
        </Button>
      </div>
    </section>
  )
}
