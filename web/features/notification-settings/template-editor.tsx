import { SegmentedControl, Select } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import {
  type Template,
  type TemplateName,
  templateNames,
  templateOf,
} from '#contract/notifications/message-templates.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import classes from './template-editor.module.css'
import { TemplateForm } from './template-form.tsx'

/** Each language is named in itself. */
const languageNames: Record<Language, string> = { he: 'עברית', en: 'English' }

/** One template at a time: its text beside its preview. */
export function TemplateEditor({ templates }: { templates: readonly Template[] }) {
  const { t } = useTranslation('notification-settings')
  const [name, setName] = useState<TemplateName>(templateNames[0])
  const [wanted, setWanted] = useState<'mail' | 'sms'>('mail')
  const [language, setLanguage] = useState<Language>(currentLanguage())
  const channel = templateOf[name][wanted] ? wanted : 'mail'
  const template = templates.find((one) => one.name === name && one.channel === channel && one.language === language)
  const isOwn = (of: TemplateName) => templates.some((one) => one.name === of && one.isOwn)
  return (
    <div className={classes.editor}>
      <div className={classes.choice}>
        <Select
          label={t('templates.which')}
          allowDeselect={false}
          value={name}
          data={templateNames.map((value) => ({
            value,
            label: isOwn(value)
              ? t('templates.changed', { name: t(`templates.names.${value}`) })
              : t(`templates.names.${value}`),
          }))}
          onChange={(value) => value && setName(value)}
        />
        <SegmentedControl
          aria-label={t('templates.channel')}
          value={channel}
          data={(['mail', 'sms'] as const)
            .filter((value) => templateOf[name][value])
            .map((value) => ({ value, label: t(`channels.${value}`) }))}
          onChange={setWanted}
        />
        <SegmentedControl
          aria-label={t('templates.language')}
          value={language}
          data={languages.map((value) => ({ value, label: <span lang={value}>{languageNames[value]}</span> }))}
          onChange={setLanguage}
        />
      </div>
      {template && <TemplateForm key={`${name} ${channel} ${language}`} template={template} />}
    </div>
  )
}
