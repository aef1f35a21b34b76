import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { TRASH_DAYS } from '#contract/leads/terms.ts'
import { formatDate } from '../../../lib/i18n/format.ts'
import classes from '../../../ui/feedback/notice.module.css'

const DAY_MS = 86_400_000

export function TrashBanner({ deletedAt, onRestore }: { deletedAt: string; onRestore: (() => void) | undefined }) {
  const { t } = useTranslation('leads')
  const until = new Date(Date.parse(deletedAt) + TRASH_DAYS * DAY_MS)
  return (
    <section className={classes.card} data-hue="red" role="status">
      <h2 className={classes.title}>
        <IconTrash size={16} stroke={1.75} aria-hidden />
        {t('inTrash')}
      </h2>
      <p className={classes.text}>{t('inTrashUntil', { date: formatDate(until) })}</p>
      {onRestore && (
        <div className={classes.buttons}>
          <Button variant="default" onClick={onRestore}>
            {t('restore')}
          </Button>
        </div>
      )}
    </section>
  )
}
