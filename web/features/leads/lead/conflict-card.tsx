import { Button } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import { FieldValue, labelOfChange } from './field-change.tsx'
import classes from './notice.module.css'
import type { Conflict } from './use-lead-changes.ts'

type Props = { conflict: Conflict; statuses: readonly LocalizedStatus[]; onTheirs: () => void; onMine: () => void }

/** Edit conflict: shows both values and lets the person choose one. */
export function ConflictCard({ conflict: { theirs, changes, assignee }, statuses, onTheirs, onMine }: Props) {
  const { t } = useTranslation('leads')
  return (
    <section className={classes.card} data-hue="amber" role="alert">
      <h2 className={classes.title}>
        <IconArrowsSplit size={16} stroke={1.75} aria-hidden />
        {t('conflict.title')}
      </h2>
      {Object.entries(changes).map(([field, mine]) => {
        const name = labelOfChange(field) ?? field
        const isPerson = field === 'assignedTo'
        return (
          <dl key={field} className={classes.values}>
            <dt>{t('conflict.theirs', { field: t(`columns.${name}`) })}</dt>
            <dd>
              <FieldValue
                name={name}
                value={isPerson ? theirs.assignedTo?.name : theirs[field as 'statusId']}
                statuses={statuses}
              />
            </dd>
            <dt>{t('conflict.mine')}</dt>
            <dd>
              <FieldValue name={name} value={isPerson ? assignee?.name : mine} statuses={statuses} />
            </dd>
          </dl>
        )
      })}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onTheirs}>
          {t('conflict.keep')}
        </Button>
        <Button variant="light" onClick={onMine}>
          {t('conflict.useMine')}
        </Button>
      </div>
    </section>
  )
}
