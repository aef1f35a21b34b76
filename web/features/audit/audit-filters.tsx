import { Checkbox, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { auditKinds } from '#contract/events/events.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { DayInput } from '../../ui/forms/day-input.tsx'
import { AboutFilter } from './about-filter.tsx'
import { auditChoicesQuery } from './audit.api.ts'
import classes from './audit-page.module.css'
import { type AuditSearch, isWithoutLeads } from './audit-search.ts'

type Props = { search: AuditSearch; onChange: (changes: Partial<AuditSearch>) => void }

/** Filters by author, kind, action, period and subject. */
export function AuditFilterFields({ search, onChange }: Props) {
  const { t } = useTranslation('audit')
  const { t: common } = useTranslation()
  const { businessId } = useBusiness()
  const { data } = useQuery(auditChoicesQuery(businessId, search.about))
  const select = (name: 'by' | 'kind' | 'action') => ({
    className: classes.filter ?? '',
    'aria-label': t(name),
    placeholder: t(name),
    clearable: true,
    clearButtonProps: { 'aria-label': common('clearFilter', { name: t(name) }) },
    value: search[name] ?? null,
  })
  const named = ({ _id, name }: { _id: string; name: string }) => ({ value: _id, label: name })
  const actions = (data?.actions ?? []).filter(({ kind }) => !search.kind || kind === search.kind)
  const kinds = auditKinds.filter((kind) => actions.some((action) => action.kind === kind))
  return (
    <>
      <Select
        {...select('by')}
        searchable
        data={[
          { group: t('people'), items: (data?.people ?? []).map(named) },
          { group: t('keys'), items: (data?.keys ?? []).map(named) },
        ]}
        onChange={(by) => onChange({ by: by ?? undefined })}
      />
      <Select
        {...select('kind')}
        data={auditKinds.map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }))}
        onChange={(kind) => onChange({ kind: auditKinds.find((one) => one === kind), action: undefined })}
      />
      <Checkbox
        className={classes.leads ?? ''}
        label={t('kinds.leads')}
        checked={!isWithoutLeads(search) && (!search.kind || search.kind === 'leads')}
        disabled={Boolean(search.kind || search.action || search.about)}
        onChange={(event) => onChange({ leads: event.currentTarget.checked || undefined })}
      />
      <Select
        {...select('action')}
        searchable
        data={kinds.map((kind) => ({
          group: t(`kinds.${kind}`),
          items: actions.filter((one) => one.kind === kind).map(({ event, label }) => ({ value: event, label })),
        }))}
        onChange={(action) => onChange({ action: action ?? undefined })}
      />
      {(['from', 'to'] as const).map((name) => (
        <DayInput
          key={name}
          className={classes.day ?? ''}
          aria-label={t(name)}
          placeholder={t(name)}
          value={search[name] ?? null}
          onChange={(day) => onChange({ [name]: day ?? undefined })}
        />
      ))}
      <AboutFilter about={search.about} onChange={(about) => onChange({ about })} />
    </>
  )
}
