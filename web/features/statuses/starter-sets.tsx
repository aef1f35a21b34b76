import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StarterSet } from '#contract/leads/statuses.ts'
import { type StarterSetName, starterSets } from '#contract/values/starter-sets.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { StatusPills } from './status-parts.tsx'
import { useStartWith } from './statuses.api.ts'
import classes from './statuses-page.module.css'

/** Starter statuses of a trade, offered while the list is unchanged. */
export function StarterSets({ sets }: { sets: readonly StarterSet[] }) {
  const { t } = useTranslation('statuses')
  const { businessId } = useBusiness()
  const [name, setName] = useState<StarterSetName | null>(null)
  const begin = useStartWith(businessId)
  const set = sets.find((one) => one.name === name)
  return (
    <section className={classes.sets} aria-labelledby="starter-sets">
      <div className={classes.setsWords}>
        <h2 id="starter-sets" className={classes.setsTitle}>
          {t('sets.title')}
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
        <Button
          variant="light"
          disabled={!set}
          loading={begin.isPending}
          onClick={() =>
            set &&
            begin.mutate(set.name, {
              onSuccess: () => toast.success(t('sets.done', { trade: t(`sets.names.${set.name}`) })),
            })
          }
        >
          {t('sets.use')}
        </Button>
      </div>
      {set && (
        <div className={classes.pills}>
          <StatusPills statuses={set.statuses} />
        </div>
      )}
    </section>
  )
}
