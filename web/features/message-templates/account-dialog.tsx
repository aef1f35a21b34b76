import { Button, Modal, SegmentedControl, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages } from '#contract/constants.ts'
import {
  ACCOUNT_VALUE_MAX,
  type AccountText,
  type MessageTemplate,
} from '#contract/leads/messages/message-templates.ts'
import { problemsInTemplate } from '#contract/leads/messages/template-text.ts'
import { useBusiness } from '../../lib/session/session.ts'
import { toast } from '../../ui/feedback/toast.tsx'
import { DialogFoot } from '../../ui/layout/dialog-foot.tsx'
import { languageName } from './language-name.ts'
import { useSetValues } from './message-templates.api.ts'
import classes from './template-dialog.module.css'
import { TemplatePreview } from './template-preview.tsx'

type Props = { template: MessageTemplate; onClose: () => void }

/** A template of WhatsApp: its state, and what stands for its placeholders. */
export function AccountDialog({ template, onClose }: Props) {
  const { t } = useTranslation('message-templates')
  const { t: common } = useTranslation()
  const known = languages.filter((one) => template.account?.[one])
  const [language, setLanguage] = useState<Language>(known[0] ?? 'he')
  const text = template.account?.[language]
  return (
    <Modal
      opened
      onClose={onClose}
      size="64rem"
      title={<bdi dir="ltr">{template.nameHe}</bdi>}
      closeButtonProps={{ 'aria-label': common('close') }}
    >
      <Stack>
        <p className={classes.hint}>{t('account.text')}</p>
        {known.length > 1 && (
          <SegmentedControl
            aria-label={t('language')}
            value={language}
            data={known.map((value) => ({ value, label: <span lang={value}>{t(`languages.${value}`)}</span> }))}
            onChange={setLanguage}
          />
        )}
        {text && <Values key={language} {...{ template, language, text, onClose }} />}
      </Stack>
    </Modal>
  )
}

type ValuesProps = Props & { language: Language; text: AccountText }
function Values({ template, language, text, onClose }: ValuesProps) {
  const { t } = useTranslation('message-templates')
  const { businessId } = useBusiness()
  const save = useSetValues(businessId)
  const [values, setValues] = useState(() => text.values.map(({ value }) => value))
  const problems = values.map((value) => problemsInTemplate(value)[0])
  const isReady = values.every((value) => value.trim() !== '') && problems.every((problem) => !problem)
  const words = { lang: language, dir: language === 'he' ? 'rtl' : 'ltr' } as const
  const filled = text.values.reduce((shown, { name }, at) => {
    const value = values[at]?.trim()
    return value ? shown.replace(new RegExp(`\\{\\{\\s*${name}\\s*\\}\\}`, 'g'), () => value) : shown
  }, text.text)
  const obstacle = text.obstacle === 'values' && isReady ? null : text.obstacle
  return (
    <form
      className={classes.columns}
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate(
          { id: template._id, language, values: values.map((value) => value.trim()) },
          {
            onSuccess: () => {
              toast.success(t('saved'))
              onClose()
            },
          },
        )
      }}
    >
      <div className={classes.form}>
        <p className={classes.hint}>
          {t(`account.states.${text.state}`)} · {t('account.code', { code: languageName(text.code) })}
          {text.reason && <bdi dir="ltr"> ({text.reason})</bdi>}
        </p>
        {obstacle && (
          <p className={classes.problem} role="status">
            {t(`account.obstacles.${obstacle}`)}
          </p>
        )}
        <p className={classes.source} {...words}>
          {text.text}
        </p>
        {text.values.length === 0 && <p className={classes.hint}>{t('account.noValues')}</p>}
        {text.values.map(({ name }, at) => (
          <TextInput
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders keep their places.
            key={at}
            label={t('account.value', { name: `{{${name}}}`, interpolation: { skipOnVariables: true } })}
            placeholder="{{lead.firstName}}"
            maxLength={ACCOUNT_VALUE_MAX}
            value={values[at] ?? ''}
            error={problems[at] && `${t(`problems.${problems[at].kind}`)} ${problems[at].what}`}
            onChange={({ currentTarget: { value } }) => setValues(values.with(at, value))}
            {...words}
          />
        ))}
      </div>
      <TemplatePreview language={language} channel="whatsapp" content={{ subject: '', text: filled }} />
      <div className={classes.foot}>
        <DialogFoot onCancel={onClose}>
          <Button type="submit" loading={save.isPending} disabled={!isReady || text.values.length === 0}>
            {t('save')}
          </Button>
        </DialogFoot>
      </div>
    </form>
  )
}
