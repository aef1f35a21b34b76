import { Select, TagsInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { AUTOMATION_NOTICE_MAX, AUTOMATION_WAIT_MAX, type Step } from '#contract/leads/automations/automation-shapes.ts'
import {
  FOLLOW_UP_DELAY_MAX,
  FOLLOW_UP_NOTE_MAX,
  followUpActions,
} from '#contract/leads/follow-ups/follow-up-shapes.ts'
import { TAG_MAX, TAGS_MAX } from '#contract/leads/tags.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { statusesQuery } from '../automations.api.ts'
import type { Names, TokenField } from '../sentences/sentences.ts'
import { DurationField } from './duration-field.tsx'
import { PersonField, ReceiverField } from './people-fields.tsx'
import { TemplateField } from './template-field.tsx'
import { MoneyField, OwnValueField } from './value-fields.tsx'

type Props = { step: Step; field: TokenField; names: Names; onChange: (step: Step) => void }
type Of<K extends Step['kind']> = Omit<Props, 'step' | 'names'> & { step: Extract<Step, { kind: K }> }

/** What a token of a step lets choose. */
export function StepField({ step, field, names, onChange }: Props) {
  const { t } = useTranslation('automations')
  switch (step.kind) {
    case 'assign':
      return (
        <PersonField
          userId={step.userId}
          none={t('none.person')}
          onChange={(userId) => onChange({ ...step, userId })}
        />
      )
    case 'set_status':
      return <StatusField step={step} field={field} onChange={onChange} />
    case 'set_value':
      return <MoneyField value={step.value} onChange={(value) => onChange({ ...step, value })} />
    case 'set_field':
      return <OwnValueField {...{ step, field, onChange }} />
    case 'tag':
      return <TagsField step={step} field={field} onChange={onChange} />
    case 'follow_up':
      return <FollowUpField step={step} field={field} onChange={onChange} />
    case 'send':
      return (
        <TemplateField step={step} channel={names.templateOf(step.templateId)?.channel ?? 'sms'} onChange={onChange} />
      )
    case 'notify':
      return field === 'whom' ? (
        <ReceiverField step={step} onChange={onChange} />
      ) : (
        <TextInput
          data-autofocus
          dir="auto"
          label={t('fields.text')}
          description={t('noticeText')}
          maxLength={AUTOMATION_NOTICE_MAX}
          autoComplete="off"
          value={step.text}
          onChange={({ currentTarget }) => onChange({ ...step, text: currentTarget.value })}
        />
      )
    case 'wait':
      return (
        <DurationField
          label={t('fields.minutes')}
          minutes={step.minutes}
          max={AUTOMATION_WAIT_MAX}
          onChange={(minutes) => onChange({ ...step, minutes })}
        />
      )
    default:
      return null
  }
}

function StatusField({ step, onChange }: Of<'set_status'>) {
  const { t, i18n } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { data: statuses = [] } = useQuery(statusesQuery(businessId))
  return (
    <Select
      data-autofocus
      searchable
      allowDeselect={false}
      label={t('fields.status')}
      placeholder={t('choose.status')}
      comboboxProps={{ withinPortal: false }}
      data={statuses.map(({ _id, nameHe, nameEn }) => ({
        value: _id,
        label: i18n.language === 'he' ? nameHe : nameEn,
      }))}
      value={step.statusId || null}
      onChange={(statusId) => statusId && onChange({ ...step, statusId })}
    />
  )
}

function TagsField({ step, field, onChange }: Of<'tag'>) {
  const { t } = useTranslation('automations')
  const of = field === 'remove' ? 'remove' : 'add'
  return (
    <TagsInput
      data-autofocus
      label={t(`fields.${of}`)}
      description={t('tagsText')}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX}
      comboboxProps={{ withinPortal: false }}
      value={[...step[of]]}
      onChange={(tags) => onChange({ ...step, [of]: tags })}
    />
  )
}

function FollowUpField({ step, field, onChange }: Of<'follow_up'>) {
  const { t } = useTranslation('automations')
  if (field === 'delay')
    return (
      <DurationField
        label={t('fields.delay')}
        minutes={step.minutes}
        max={FOLLOW_UP_DELAY_MAX}
        onChange={(minutes) => onChange({ ...step, minutes })}
      />
    )
  if (field === 'user')
    return (
      <PersonField userId={step.userId} none={t('theAssigned')} onChange={(userId) => onChange({ ...step, userId })} />
    )
  if (field === 'note')
    return (
      <TextInput
        data-autofocus
        dir="auto"
        label={t('fields.note')}
        maxLength={FOLLOW_UP_NOTE_MAX}
        autoComplete="off"
        value={step.note}
        onChange={({ currentTarget }) => onChange({ ...step, note: currentTarget.value })}
      />
    )
  return (
    <Select
      data-autofocus
      allowDeselect={false}
      label={t('fields.action')}
      comboboxProps={{ withinPortal: false }}
      data={followUpActions.map((value) => ({ value, label: t(`actions.${value}`) }))}
      value={step.action}
      onChange={(value) => {
        const action = followUpActions.find((one) => one === value)
        if (action) onChange({ ...step, action })
      }}
    />
  )
}
