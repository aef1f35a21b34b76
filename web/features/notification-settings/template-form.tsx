import { Button, Textarea, TextInput, UnstyledButton } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import {
  problemsOf,
  TEMPLATE_SUBJECT_MAX,
  TEMPLATE_TEXT_MAX,
  type Template,
  type TemplateContent,
  templateOf,
} from '#contract/notifications/message-templates.ts'
import { issueText } from '../../lib/http/form-errors.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { changedFields, useEditForm } from '../../ui/forms/use-edit-form.ts'
import { useChangeTemplate } from './notification-settings.api.ts'
import classes from './template-editor.module.css'
import { TemplatePreview } from './template-preview.tsx'

type Values = { subject: string; text: string }
const valuesOf = ({ subject, text }: TemplateContent): Values => ({ subject: subject ?? '', text })

/** The text of one template, validated while typing. */
export function TemplateForm({ template }: { template: Template }) {
  const { t } = useTranslation('notification-settings')
  const { businessId } = useBusiness()
  const { name, channel, language, content, standard, isOwn } = template
  const save = useChangeTemplate(businessId)
  const contentOf = ({ subject, text }: Values) => ({ subject: channel === 'mail' ? subject : null, text })
  const { form, isDirty, settle } = useEditForm({
    id: `template-${businessId}-${name}-${channel}-${language}`,
    initialValues: valuesOf(content),
    changesIn: changedFields,
  })
  const problems = problemsOf({ name, channel, content: contentOf(form.values) })
  const errorOf = (field: keyof Values) => {
    const message = problems[field]
    return message
      ? issueText({ path: [], message: message === 'required' ? 'required_field' : message })
      : form.errors[field]
  }
  const send = (next: TemplateContent | null) =>
    save.mutate(
      { name, channel, language, content: next },
      {
        onSuccess: ({ template: saved }) => {
          settle(valuesOf(saved.content))
          toast.success(t(next ? 'templates.saved' : 'templates.wasReset'))
        },
        onError: failInto(form, (issues) =>
          Object.fromEntries(Object.entries(issues).map(([path, text]) => [path.replace('content.', ''), text])),
        ),
      },
    )
  const fields = { form, template, errorOf }
  const isBad = Object.keys(problems).length > 0
  return (
    <form
      className={classes.columns}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBad) send(contentOf(form.values))
      }}
    >
      <div className={classes.form}>
        <Fields {...fields} />
        <div className={classes.actions}>
          <Button type="submit" disabled={!isDirty || isBad} loading={save.isPending}>
            {t('templates.save')}
          </Button>
          {(isOwn || isDirty) && (
            <Button
              variant="default"
              disabled={save.isPending}
              onClick={() => (isOwn ? send(null) : settle(valuesOf(standard)))}
            >
              {t('templates.reset')}
            </Button>
          )}
        </div>
      </div>
      <TemplatePreview template={template} content={contentOf(form.values)} />
    </form>
  )
}

type FieldsProps = {
  form: UseFormReturnType<Values>
  template: Template
  errorOf: (field: keyof Values) => React.ReactNode
}
function Fields({ form, template: { name, channel, language, examples }, errorOf }: FieldsProps) {
  const { t } = useTranslation('notification-settings')
  const subject = useRef<HTMLInputElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const last = useRef<keyof Values>('text')
  const dir = language === 'he' ? 'rtl' : 'ltr'
  /** Inserts a placeholder at the caret of the field that was focused last. */
  const insert = (placeholder: string) => {
    const field = last.current
    const input = field === 'subject' ? subject.current : text.current
    const value = form.values[field]
    const [from, to] = [input?.selectionStart ?? value.length, input?.selectionEnd ?? value.length]
    form.setFieldValue(field, `${value.slice(0, from)}{{${placeholder}}}${value.slice(to)}`)
    requestAnimationFrame(() => {
      input?.focus()
      input?.setSelectionRange(from + placeholder.length + 4, from + placeholder.length + 4)
    })
  }
  return (
    <>
      {channel === 'mail' && (
        <TextInput
          ref={subject}
          label={t('templates.subject')}
          dir={dir}
          lang={language}
          maxLength={TEMPLATE_SUBJECT_MAX}
          onFocus={() => {
            last.current = 'subject'
          }}
          {...form.getInputProps('subject')}
          error={errorOf('subject')}
        />
      )}
      <Textarea
        ref={text}
        label={t(channel === 'mail' ? 'templates.mailText' : 'templates.smsText')}
        dir={dir}
        lang={language}
        autosize
        minRows={channel === 'mail' ? 3 : 4}
        maxRows={12}
        maxLength={TEMPLATE_TEXT_MAX[channel]}
        onFocus={() => {
          last.current = 'text'
        }}
        {...form.getInputProps('text')}
        error={errorOf('text')}
      />
      <div>
        <span className={classes.hint}>{t('templates.insert')}</span>
        <ul className={classes.chips}>
          {(templateOf[name][channel] ?? []).map((placeholder) => (
            <li key={placeholder}>
              <UnstyledButton
                className={classes.chip}
                title={examples[placeholder]}
                onClick={() => insert(placeholder)}
              >
                {t(`placeholders.${placeholder}`)}
                <bdi dir="ltr" className={classes.code}>{`{{${placeholder}}}`}</bdi>
              </UnstyledButton>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
