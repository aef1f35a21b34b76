import { Button, Modal, SegmentedControl, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NAME_MAX } from '#contract/common.ts'
import { type Language, languages } from '#contract/constants.ts'
import {
  type MessageTemplate,
  messagePurposes,
  NewMessageTemplate,
  templateChannels,
} from '#contract/leads/messages/message-templates.ts'
import { rulesOf } from '../../lib/http/form-errors.ts'
import { currentLanguage } from '../../lib/i18n/i18n.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { failInto } from '../../ui/forms/form-failure.ts'
import { FieldPair } from '../../ui/forms/form-section.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { useSaveTemplate } from './message-templates.api.ts'
import classes from './template-dialog.module.css'
import { TemplateFields } from './template-fields.tsx'
import { TemplatePreview } from './template-preview.tsx'
import { sentOf, type TemplateForm, type TemplateFormValues, valuesOf } from './template-values.ts'

type Props = { template: MessageTemplate | null; onClose: () => void }

/** Makes or changes a template; what it becomes for a lead is shown beside it. */
export function TemplateDialog({ template, onClose }: Props) {
  const { t } = useTranslation('message-templates')
  const { t: common } = useTranslation()
  return (
    <Modal
      opened
      onClose={onClose}
      size="64rem"
      title={t(template ? 'change' : 'add')}
      closeButtonProps={{ 'aria-label': common('close') }}
      closeOnClickOutside={false}
    >
      <Fields template={template} onClose={onClose} />
    </Modal>
  )
}

const rules = rulesOf<ReturnType<typeof sentOf>>(NewMessageTemplate)

function Fields({ template, onClose }: Props) {
  const { t } = useTranslation('message-templates')
  const { businessId } = useBusiness()
  const save = useSaveTemplate(businessId)
  const [language, setLanguage] = useState<Language>(firstLanguage(template))
  const form = useForm<TemplateFormValues>({
    initialValues: valuesOf(template),
    validate: (values) => rules(sentOf(values)),
  })
  const send = form.onSubmit(
    (values) =>
      save.mutate(
        { of: template, body: sentOf(values) },
        {
          onSuccess: () => {
            toast.success(t('saved'))
            onClose()
          },
          onError: failInto(form),
        },
      ),
    (errors) => {
      const wrong = languages.find((one) => Object.keys(errors).some((path) => path.startsWith(`contents.${one}.`)))
      if (wrong) setLanguage(wrong)
    },
  )
  const { channel } = form.values
  return (
    <form onSubmit={send} noValidate className={classes.columns}>
      <div className={classes.form}>
        <Names form={form} isNew={template === null} />
        <SegmentedControl
          aria-label={t('language')}
          value={language}
          data={languages.map((value) => ({ value, label: <span lang={value}>{t(`languages.${value}`)}</span> }))}
          onChange={setLanguage}
        />
        <TemplateFields key={`${language} ${channel}`} form={form} language={language} />
        {form.errors.contents && (
          <p className={classes.problem} role="alert">
            {t('noText')}
          </p>
        )}
      </div>
      <TemplatePreview language={language} channel={channel} content={form.values.contents[language]} />
      <div className={classes.foot}>
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={save.isPending}>
            {t('save')}
          </Button>
        </DialogFoot>
      </div>
    </form>
  )
}

/** The reader's own language, if the template has a text in it. */
function firstLanguage(template: MessageTemplate | null): Language {
  const own = currentLanguage()
  return !template || template.contents[own] ? own : (languages.find((one) => template.contents[one]) ?? own)
}

function Names({ form, isNew }: { form: TemplateForm; isNew: boolean }) {
  const { t } = useTranslation('message-templates')
  return (
    <>
      <FieldPair>
        <TextInput
          {...form.getInputProps('nameHe')}
          label={t('nameHe')}
          maxLength={NAME_MAX}
          dir="rtl"
          lang="he"
          required
        />
        <TextInput
          {...form.getInputProps('nameEn')}
          label={t('nameEn')}
          maxLength={NAME_MAX}
          dir="ltr"
          lang="en"
          required
        />
      </FieldPair>
      <div className={classes.choices}>
        <SegmentedControl
          aria-label={t('channel')}
          disabled={!isNew}
          data={templateChannels.map((value) => ({ value, label: t(`channels.${value}`) }))}
          {...form.getInputProps('channel')}
        />
        <SegmentedControl
          aria-label={t('purpose')}
          data={messagePurposes.map((value) => ({ value, label: t(`purposes.${value}`) }))}
          {...form.getInputProps('purpose')}
        />
      </div>
      {form.values.purpose === 'advertising' && <p className={classes.hint}>{t('advertisingText')}</p>}
    </>
  )
}
