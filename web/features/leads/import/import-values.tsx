import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ownFieldName } from '#contract/lead-fields/own-fields.ts'
import type { ShownImportTarget } from '#contract/leads/sheets/lead-import.ts'
import { formatNumber } from '../../../lib/i18n/format.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { campaignNamesQuery } from '../../../lib/session/session.ts'
import { nameOf, useOwnFields } from '../../../shared/own-fields/own-fields.ts'
import { useStatuses } from '../status/use-statuses.ts'
import type { DraftProps } from './draft.ts'
import classes from './import.module.css'
import { valuesQuery } from './imports.api.ts'

type Props = Pick<DraftProps, 'businessId' | 'file' | 'settings' | 'onChange'> & {
  column: number
  target: ShownImportTarget
}

/** What may be chosen for the texts in a column. */
function useOptions(businessId: string, target: ShownImportTarget) {
  const { t } = useTranslation('lead-sheets')
  const statuses = useStatuses(businessId)
  const campaigns = useQuery(campaignNamesQuery(businessId)).data?.campaigns ?? []
  const people = useQuery(peopleQuery(businessId, null)).data?.people ?? []
  const { fields } = useOwnFields(businessId)
  if (target === 'status') return statuses.map(({ _id, name }) => ({ value: _id, label: name }))
  if (target === 'campaign') return campaigns.map(({ _id, name }) => ({ value: _id, label: name }))
  if (target === 'assignedTo') return people.map(({ _id, name }) => ({ value: _id, label: name }))
  const field = fields.find(({ key }) => ownFieldName(key) === target)
  if (field?.type === 'yes_no') return (['yes', 'no'] as const).map((value) => ({ value, label: t(value) }))
  return (field?.options ?? []).map((option) => ({ value: option.key, label: nameOf(option) }))
}

/** The texts in a column, each with what it stands for. Unknown ones take the default. */
export function ImportValues({ businessId, file, settings, onChange, column, target }: Props) {
  const { t } = useTranslation('lead-sheets')
  const { data } = useQuery(valuesQuery(businessId, file._id, column, target))
  const options = useOptions(businessId, target)
  const chosen = settings.values[target] ?? {}
  if (!data || data.values.length === 0) return null
  return (
    <ul className={classes.values}>
      {data.values.map(({ text, rows, value }) => {
        const current = chosen[text] === undefined ? value : chosen[text]
        return (
          <li key={text} className={classes.value}>
            <span className={classes.valueText}>
              <bdi>{text}</bdi>
            </span>
            <span className={classes.second}>{formatNumber(rows)}</span>
            <Select
              size="xs"
              searchable
              clearable
              aria-label={t('import.valueOf', { text })}
              placeholder={t('import.default')}
              data-unknown={current === null || undefined}
              className={classes.valueSelect}
              value={current}
              data={options}
              onChange={(next) => onChange({ values: { ...settings.values, [target]: { ...chosen, [text]: next } } })}
            />
          </li>
        )
      })}
    </ul>
  )
}
