import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldSet } from '#contract/lead-fields/lead-fields.ts'
import { OWN_FIELDS_MAX, type OwnField } from '#contract/lead-fields/own-fields.ts'
import { type StarterSetName, starterSets } from '#contract/values/starter-sets.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { nameOf } from '../../shared/own-fields/own-fields.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { TypeOf } from './field-row.tsx'
import { useStartWith } from './lead-fields.api.ts'
import classes from './lead-fields-page.module.css'

type Props = {
  sets: readonly FieldSet[]
  fields: readonly OwnField[]
  /** The business has no field yet. */
  isFirst: boolean
}

/** Fields of a trade, with a preview of those that will be added. */
export function FieldSets({ sets, fields, isFirst }: Props) {
  const { t } = useTranslation('lead-fields')
  const { businessId } = useBusiness()
  const [name, setName] = useState<StarterSetName | null>(null)
  const begin = useStartWith(businessId)
  const set = sets.find((one) => one.name === name)
  const isThere = ({ nameEn }: { nameEn: string }) =>
    fields.some((field) => field.nameEn.toLowerCase() === nameEn.toLowerCase())
  const added = set?.fields.filter((field) => !isThere(field)) ?? []
  const isTooMany = fields.length + added.length > OWN_FIELDS_MAX
  return (
    <section className={classes.sets} aria-labelledby="field-sets">
      <div className={classes.setsWords}>
        <h2 id="field-sets" className={classes.setsTitle}>
          {t(isFirst ? 'sets.title' : 'sets.more')}
        </h2>
        <p className={classes.setsText}>{t('sets.text')}</p>
      </div>
      <div className={classes.setsChoice}>
        <Select
          aria-label={t('sets.trade')}
          placeholder={t('sets.trade')}
          value={name}
          data={starterSets.map((value) => ({ value, label: t(`sets.names.${value}`) }))}
          onChange={setName}
        />
        {set && (
          <Button
            variant={isFirst ? 'filled' : 'light'}
            disabled={added.length === 0 || isTooMany}
            loading={begin.isPending}
            onClick={() =>
              set &&
              begin.mutate(set.name, {
                onSuccess: () => {
                  toast.success(t('sets.done', { trade: t(`sets.names.${set.name}`) }))
                  setName(null)
                },
              })
            }
          >
            {t('sets.add', { count: added.length })}
          </Button>
        )}
      </div>
      {set && (
        <ul className={classes.preview} aria-label={t('sets.preview')}>
          {set.fields.map((field) => (
            <li key={field.nameEn} className={classes.previewed} data-there={isThere(field) || undefined}>
              <bdi className={classes.name}>{nameOf(field)}</bdi>
              <TypeOf field={field} />
              <span className={classes.values} dir="auto">
                {isThere(field) ? t('sets.there') : field.options.map(nameOf).join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {set && isTooMany && <p className={classes.near}>{t('sets.tooMany', { max: OWN_FIELDS_MAX })}</p>}
    </section>
  )
}
