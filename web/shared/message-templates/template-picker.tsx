import { Combobox, ScrollArea, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import type {
  MessageChannel,
  MessagePurpose,
  MessageTemplate,
  TemplateContent,
} from '#contract/leads/messages/message-templates.ts'
import { renderContent, type TemplateContext } from '#contract/leads/messages/template-text.ts'
import { type TemplateVariable, templateVariableNames } from '#contract/leads/messages/template-variables.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton-rows.tsx'
import { messageTemplatesQuery, templateValuesQuery } from './message-templates.api.ts'
import { useTemplateName } from './template-name.ts'
import classes from './template-picker.module.css'

/** A template filled in for the lead. The server fills it in again when it sends. */
export type PickedTemplate = TemplateContent & { templateId: string; language: Language; purpose: MessagePurpose }

type Props = {
  businessId: string
  /** Absent: names of the values stand for them, and no value is missing. */
  leadId?: string
  channel: MessageChannel
  /** The lead withdrew from advertising on this channel: such templates cannot be chosen. */
  isAdvertisingClosed?: boolean
  onPick: (picked: PickedTemplate) => void
}

/** The templates of a channel, filled in for a lead, or with the names of the values. One that lacks a value says which, and cannot be chosen. */
export function TemplatePicker({ businessId, leadId, channel, isAdvertisingClosed = false, onPick }: Props) {
  const { t } = useTranslation('message-templates')
  const nameOf = useTemplateName()
  const [search, setSearch] = useState('')
  const combobox = useCombobox({ opened: true })
  const templates = useQuery(messageTemplatesQuery(businessId))
  const values = useQuery({ ...templateValuesQuery(businessId, leadId ?? ''), enabled: leadId !== undefined })
  const names = useVariableNames()
  const context = leadId === undefined ? names : values.data
  const error = templates.error ?? values.error
  const again = () => void Promise.all([templates.refetch(), values.refetch()])
  if (error) return <ErrorState error={error} onRetry={again} />
  if (!templates.data || !context) return <SkeletonRows rows={3} columns={1} />
  const words = search.trim().toLocaleLowerCase()
  const named = templates.data.filter(
    (one) => one.channel === channel && nameOf(one).toLocaleLowerCase().includes(words),
  )
  const found = filledIn(named, context)
  const isRefused = ({ template, missing }: Filled) =>
    missing.length > 0 || (isAdvertisingClosed && template.purpose === 'advertising')
  const pick = (id: string) => {
    const one = found.find((filled) => filled.id === id)
    if (!one) return
    const { template, language, subject, text } = one
    onPick({ templateId: template._id, purpose: template.purpose, language, subject, text })
  }
  return (
    <Combobox store={combobox} onOptionSubmit={pick}>
      <Combobox.Search
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        placeholder={t('picker.search')}
        aria-label={t('picker.search')}
        autoFocus
      />
      <Combobox.Options aria-label={t('picker.label')}>
        <ScrollArea.Autosize mah="20rem" type="scroll">
          {found.map((one) => (
            <Combobox.Option key={one.id} value={one.id} disabled={isRefused(one)}>
              <Choice {...one} name={nameOf(one.template)} isClosed={isAdvertisingClosed} />
            </Combobox.Option>
          ))}
          {found.length === 0 && <Combobox.Empty>{t('picker.none')}</Combobox.Empty>}
        </ScrollArea.Autosize>
      </Combobox.Options>
    </Combobox>
  )
}

/** The name of each variable in place of its value. */
function useVariableNames(): TemplateContext {
  const { t } = useTranslation('message-templates')
  const name = (variable: TemplateVariable) => `[${t(`variables.${variable.replace('.', '_')}`)}]`
  return {
    gender: 'unknown',
    values: Object.fromEntries(templateVariableNames.map((variable) => [variable, name(variable)])),
  }
}

type Filled = TemplateContent & {
  id: string
  template: MessageTemplate
  language: Language
  missing: readonly TemplateVariable[]
}
/** One entry for each language of a template. */
const filledIn = (templates: readonly MessageTemplate[], context: TemplateContext): Filled[] =>
  templates.flatMap((template) =>
    languages.flatMap((language) => {
      const content = template.contents[language]
      if (!content) return []
      return [{ id: `${template._id} ${language}`, template, language, ...renderContent(content, context) }]
    }),
  )

function Choice({ template, language, text, missing, name, isClosed }: Filled & { name: string; isClosed: boolean }) {
  const { t } = useTranslation('message-templates')
  const isAdvertising = template.purpose === 'advertising'
  const names = missing.map((variable) => t(`variables.${variable.replace('.', '_')}`)).join(', ')
  return (
    <span className={classes.choice}>
      <span className={classes.name}>
        <bdi>{name}</bdi>
        <span className={classes.mark} lang={language}>
          {t(`languages.${language}`)}
        </span>
        {isAdvertising && <span className={classes.mark}>{t('purposes.advertising')}</span>}
      </span>
      {missing.length > 0 ? (
        <span className={classes.problem}>{t('missing', { names })}</span>
      ) : isAdvertising && isClosed ? (
        <span className={classes.problem}>{t('picker.closed')}</span>
      ) : (
        <span className={classes.text} lang={language} dir={language === 'he' ? 'rtl' : 'ltr'}>
          {text}
        </span>
      )}
    </span>
  )
}
