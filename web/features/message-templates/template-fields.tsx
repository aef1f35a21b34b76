import { Textarea, TextInput, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '#contract/constants.ts'
import { MESSAGE_SUBJECT_MAX, MESSAGE_TEXT_MAX } from '#contract/leads/messages/message-templates.ts'
import { problemsInTemplate } from '#contract/leads/messages/template-text.ts'
import { templateVariableNames } from '#contract/leads/messages/template-variables.ts'
import classes from './template-dialog.module.css'
import type { TemplateForm } from './template-values.ts'

type Props = { form: TemplateForm; language: Language }

/** Subject and text in one language, and what can be put into them. */
export function TemplateFields({ form, language }: Props) {
  const { t } = useTranslation('message-templates')
  const subject = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const last = useRef<'subject' | 'text'>('text')
  const { channel, contents } = form.values
  const words = { lang: language, dir: language === 'he' ? 'rtl' : 'ltr' }
  const note = (field: 'subject' | 'text') => ({
    onFocus: () => {
      last.current = field
    },
  })

  /** Puts a placeholder at the caret of the field that had the focus last. */
  const insert = (placeholder: string) => {
    const field = channel === 'email' ? last.current : 'text'
    const input = field === 'subject' ? subject.current : text.current
    const value = contents[language][field]
    const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length]
    form.setFieldValue(`contents.${language}.${field}`, `${value.slice(0, from)}${placeholder}${value.slice(to)}`)
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + placeholder.length, from + placeholder.length)
    })
  }
  return (
    <>
      {channel === 'email' && (
        <TextInput
          {...form.getInputProps(`contents.${language}.subject`)}
          {...note('subject')}
          ref={subject}
          label={t('subject')}
          maxLength={MESSAGE_SUBJECT_MAX}
          {...words}
        />
      )}
      <Textarea
        {...form.getInputProps(`contents.${language}.text`)}
        {...note('text')}
        ref={text}
        label={t('content')}
        autosize
        minRows={channel === 'email' ? 6 : 4}
        maxRows={16}
        maxLength={MESSAGE_TEXT_MAX[channel]}
        {...words}
      />
      <Problems texts={[contents[language].subject, contents[language].text]} />
      <div>
        <span className={classes.hint}>{t('insert')}</span>
        <ul className={classes.chips}>
          {templateVariableNames.map((name) => (
            <Chip key={name} label={t(`variables.${name.replace('.', '_')}`)} onClick={() => insert(`{{${name}}}`)} />
          ))}
          <Chip label={t('forms')} onClick={() => insert(t('formsExample', { lng: language }))} />
        </ul>
      </div>
    </>
  )
}

const Chip = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <li>
    <UnstyledButton className={classes.chip} onClick={onClick}>
      {label}
    </UnstyledButton>
  </li>
)

/** What cannot be read, named while it is typed. */
function Problems({ texts }: { texts: readonly string[] }) {
  const { t } = useTranslation('message-templates')
  const problems = texts.flatMap(problemsInTemplate)
  return (
    <ul className={classes.problems} aria-live="polite">
      {problems.map(({ kind, what }) => (
        <li key={`${kind} ${what}`}>
          {t(`problems.${kind}`)} <bdi dir="auto">{what}</bdi>
        </li>
      ))}
    </ul>
  )
}
