import { Select } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE, type SourceChoice, type SourceField, type SourceMapping } from '#contract/lead-sources/lead-sources.ts'
import { useBusiness } from '../../lib/session/session.ts'
import classes from './lead-sources.module.css'
import { useTargets } from './use-targets.ts'

type Props = {
  campaignId: string
  fields: readonly SourceField[]
  mapping: SourceMapping
  onChange: (mapping: SourceMapping) => void
}

/** The fields of the sample, each with the field of the lead that it fills and what the sample has in it. */
export function MappingTable({ campaignId, fields, mapping, onChange }: Props) {
  const { t } = useTranslation('lead-sources')
  const { businessId } = useBusiness()
  const { groups, optionsOf } = useTargets(businessId, campaignId)
  const choiceOf = ({ path }: SourceField) => mapping.columns[path] ?? NOTE
  const assign = (path: string, choice: SourceChoice) =>
    onChange({ ...mapping, columns: { ...mapping.columns, [path]: choice } })
  const stand = (target: string, text: string, value: string | null) =>
    onChange({ ...mapping, values: { ...mapping.values, [target]: { ...mapping.values[target], [text]: value } } })
  return (
    <div className={classes.mapping}>
      <div className={classes.head} aria-hidden>
        <span>{t('mapping.field')}</span>
        <span>{t('mapping.target')}</span>
        <span>{t('mapping.sample')}</span>
      </div>
      {fields.map((field) => {
        const { path, label, value } = field
        const target = choiceOf(field)
        const options = optionsOf(target)
        return (
          <Fragment key={path}>
            <div className={classes.field}>
              <bdi className={classes.label} title={path}>
                {label}
              </bdi>
              <IconArrowLeft size={16} stroke={1.75} aria-hidden />
              <Select
                aria-label={t('mapping.targetOf', { field: label })}
                searchable
                allowDeselect={false}
                value={target}
                data={groups}
                onChange={(next) => next && assign(path, next as SourceChoice)}
              />
              <span className={classes.sample} title={value}>
                <bdi>{value}</bdi>
              </span>
            </div>
            {options && (
              <div className={classes.field}>
                <span className={classes.second}>{t('mapping.standsFor', { text: value })}</span>
                <IconArrowLeft size={16} stroke={1.75} aria-hidden />
                <Select
                  aria-label={t('mapping.valueOf', { text: value })}
                  placeholder={t('mapping.byName')}
                  searchable
                  clearable
                  value={mapping.values[target]?.[value] ?? null}
                  data={options}
                  onChange={(next) => stand(target, value, next)}
                />
                <span />
              </div>
            )}
          </Fragment>
        )
      })}
    </div>
  )
}
