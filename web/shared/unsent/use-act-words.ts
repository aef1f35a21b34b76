import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { businessRoutes } from '#contract/businesses.ts'
import { call } from '../../lib/http/call.ts'
import { formatRecent } from '../../lib/i18n/format.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import type { Act } from '../../lib/session/unsent/act.ts'

type Words = { label?: string; value: string }

/** What an act says: a comment its text, a change the fields with their new values, a follow-up what is to be done, and when. */
export function useActWords(act: Act): Words[] {
  const { t } = useTranslation(['unsent', 'leads', 'follow-ups', 'lists'])
  const { data } = useQuery({
    queryKey: queryKeys.business(act.businessId),
    queryFn: () => call(businessRoutes.get),
    enabled: false,
  })
  const statusName = (id: string) => {
    const status = data?.statuses.find(({ _id }) => _id === id)
    return (currentLanguage() === 'he' ? status?.nameHe : status?.nameEn) ?? '…'
  }
  switch (act.kind) {
    case 'comment':
      return [{ value: act.shown ?? act.body.text }]
    case 'change': {
      const { expected: _expected, fields, ...changes } = act.body
      const label = (field: string) => t(`leads:columns.${field === 'statusId' ? 'status' : field}`)
      return [
        ...Object.entries(changes).map(([field, value]) => ({
          label: label(field),
          value: field === 'statusId' ? statusName(String(value)) : field === 'assignedTo' ? '…' : wordOf(value),
        })),
        ...Object.values(fields ?? {}).map((value) => ({ label: t('unsent:ownField'), value: wordOf(value) })),
      ]
    }
    case 'setFollowUp': {
      const { action, dueAt, note } = act.body
      const what = { label: t(`follow-ups:actions.${action}`), value: formatRecent(new Date(dueAt)) }
      return note ? [what, { value: note }] : [what]
    }
    case 'finishFollowUp':
      return [{ value: t('follow-ups:done') }]
    case 'moveFollowUp':
      return [{ label: t('follow-ups:snooze'), value: formatRecent(new Date(act.body.dueAt)) }]
  }
}

const wordOf = (value: unknown) => (value === null || value === '' ? '—' : [value].flat().join(', '))
