import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchState } from '../../../lib/search.ts'
import { peopleQuery } from '../../../lib/session/people.ts'
import { DashboardSearch } from '../dashboard-search.ts'
import figures from '../figures.module.css'

/** Limits the figures of calls to those that rang at one person's phones. */
export function CallsPerson({ businessId }: { businessId: string }) {
  const { t } = useTranslation('dashboard')
  const [{ rang }, setSearch] = useSearchState(DashboardSearch)
  const { data } = useQuery(peopleQuery(businessId))
  const people = data?.people ?? []
  if (people.length < 2 && !rang) return null
  return (
    <div className={figures.choice}>
      <Select
        aria-label={t('people.only')}
        placeholder={t('people.everyone')}
        clearable
        searchable
        data={people.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={rang ?? null}
        onChange={(chosen) => void setSearch({ rang: chosen ?? undefined, ...(chosen && { hours: undefined }) })}
      />
      {rang && <p className={figures.about}>{t('people.onlyAbout')}</p>}
    </div>
  )
}
