import { Button } from '@mantine/core'
import { IconArrowsSplit } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OwnField, FieldValue as OwnFieldValue } from '#contract/lead-fields/own-fields.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { OwnValue } from '../../../shared/own-fields/own-value.tsx'
import classes from '../../../ui/feedback/notice.module.css'
import { FieldValue, labelOfChange } from '../history/field-change.tsx'
import type { LocalizedStatus } from '../status/use-statuses.ts'
import type { Conflict } from './use-lead-changes.ts'

type Props = { conflict: Conflict; statuses: readonly LocalizedStatus[]; onTheirs: () => void; onMine: () => void }

/** Edit conflict: shows both values and lets the person choose one. */
export function ConflictCard({ conflict: { theirs, changes, assignee }, statuses, onTheirs, onMine }: Props) {
  const { t } = useTranslation('leads')
  const { businessId } = useBusiness()
  const own = useOwnFields(businessId).fields.filter(({ key }) => changes.fields?.[key] !== undefined)
  const builtIn = Object.entries(changes).filter(([field]) => field !== 'fields')
  return (
    <section className={classes.card} data-hue="amber" role="alert">
      <h2 className={classes.title}>
        <IconArrowsSplit size={16} stroke={1.75} aria-hidden />
        {t('conflict.title')}
      </h2>
      {builtIn.map(([field, mine]) => {
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
      {own.map((field) => (
        <dl key={field._id} className={classes.values}>
          <dt>{t('conflict.theirs', { field: nameOf(field) })}</dt>
          <dd>
            <OwnSide field={field} value={theirs.fields[field.key]} />
          </dd>
          <dt>{t('conflict.mine')}</dt>
          <dd>
            <OwnSide field={field} value={changes.fields?.[field.key]} />
          </dd>
        </dl>
      ))}
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

const OwnSide = ({ field, value }: { field: OwnField; value: OwnFieldValue | null | undefined }) =>
  value == null ? '—' : <OwnValue field={field} value={value} />
