import { Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import type { MessageChannel } from '#contract/leads/messages/message-templates.ts'
import { renderContent, type TemplateContext } from '#contract/leads/messages/template-text.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { MessagePreview } from '../../shared/message-templates/message-preview.tsx'
import { templateValuesQuery } from '../../shared/message-templates/message-templates.api.ts'
import { previewLeadsQuery } from './message-templates.api.ts'
import classes from './template-dialog.module.css'

type Props = { language: Language; channel: MessageChannel; content: { subject: string; text: string } }

/** The message to a lead that the reader chooses; until then to the newest one. */
export function TemplatePreview({ language, channel, content }: Props) {
  const { t } = useTranslation('message-templates')
  const { businessId } = useBusiness()
  const [search, setSearch] = useState('')
  const [chosen, choose] = useState<string | null>(null)
  const leads = useQuery({ ...previewLeadsQuery(businessId, search), placeholderData: keepPreviousData }).data ?? []
  const [first, setFirst] = useState<string>()
  if (!first && leads[0]) setFirst(leads[0]._id)
  const leadId = chosen ?? first
  const { data } = useQuery({ ...templateValuesQuery(businessId, leadId ?? ''), enabled: leadId !== undefined })
  const context: TemplateContext = data ?? { values: {}, gender: 'unknown' }
  const { subject, text, missing } = renderContent(
    { subject: channel === 'email' ? content.subject : null, text: content.text },
    context,
  )
  const names = missing.map((variable) => t(`variables.${variable.replace('.', '_')}`)).join(', ')
  return (
    <section className={classes.preview} aria-label={t('preview')}>
      <Select
        label={t('previewLead')}
        value={leadId ?? null}
        data={leads.map(({ _id, name, phone, email }) => ({ value: _id, label: name || phone || email || '—' }))}
        searchable
        onSearchChange={setSearch}
        filter={({ options }) => options}
        nothingFoundMessage={t('noLead')}
        allowDeselect={false}
        onChange={choose}
      />
      {data && <p className={classes.hint}>{t(`genders.${data.gender}`)}</p>}
      <MessagePreview channel={channel} language={language} subject={subject} text={text} />
      {data && missing.length > 0 && (
        <p className={classes.problem} role="status">
          {t('missing', { names })}
        </p>
      )}
    </section>
  )
}
