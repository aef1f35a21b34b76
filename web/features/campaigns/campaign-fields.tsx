import { Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CampaignChanges } from '#contract/campaigns.ts'
import { useDraft } from '../../lib/drafts.ts'
import { issuesOf } from '../../lib/form-errors.ts'
import { DayInput } from '../../ui/day-input.tsx'
import { onGaps } from '../../ui/form-gaps.ts'
import { toast } from '../../ui/toast.tsx'
import classes from './campaign-fields.module.css'
import { besideLists, type CampaignValues, campaignRules } from './campaign-form.ts'
import { CampaignMembers } from './campaign-members.tsx'
import type { useSaveCampaign } from './campaigns.api.ts'

type Props = {
  id: string
  draftId: string
  initialValues: CampaignValues
  save: ReturnType<typeof useSaveCampaign>
  onSaved: (campaignId: string) => void
}

const SPLIT = [',', ';', ' ']

export function CampaignFields({ id, draftId, initialValues, save, onSaved }: Props) {
  const { t } = useTranslation('campaigns')
  // What others change meanwhile comes in as other initialValues, and is not this form's to send back.
  const [before] = useState(initialValues)
  const form = useForm({ initialValues: before, validate: campaignRules })
  const draft = useDraft(draftId, form)

  const send = form.onSubmit(
    (values) =>
      save.mutate(changesIn(values, before), {
        onSuccess: ({ campaign }) => {
          draft.drop()
          onSaved(campaign._id)
        },
        onError: (error) => {
          const issues = issuesOf(error)
          if (issues) form.setErrors(besideLists(issues, values))
          else toast.error(error.message)
        },
      }),
    onGaps(form),
  )

  return (
    <form id={id} onSubmit={send} noValidate className={classes.form}>
      <Section title={t('form.basics')} text={t('form.basicsText')}>
        <TextInput
          {...form.getInputProps('name')}
          dir="auto"
          label={t('form.name')}
          required
          autoFocus={before.name === ''}
          autoComplete="off"
        />
        <div className={classes.pair}>
          <DayInput {...form.getInputProps('startDate')} label={t('form.startDate')} placeholder={t('form.noDate')} />
          <DayInput {...form.getInputProps('endDate')} label={t('form.endDate')} placeholder={t('form.noDate')} />
        </div>
        <TagsInput
          {...form.getInputProps('tags')}
          label={t('form.tags')}
          description={t('form.tagsText')}
          maxTags={20}
          splitChars={[',', ';']}
          acceptValueOnBlur
        />
        <Textarea
          {...form.getInputProps('notes')}
          dir="auto"
          label={t('form.notes')}
          autosize
          minRows={3}
          maxRows={12}
        />
        <Switch
          {...form.getInputProps('isEnabled', { type: 'checkbox' })}
          label={t('form.enabled')}
          description={t('form.enabledText')}
        />
      </Section>
      <Section title={t('form.people')} text={t('form.peopleText')}>
        <CampaignMembers members={form.values.members} onChange={(members) => form.setFieldValue('members', members)} />
      </Section>
      <Section title={t('form.told')} text={t('form.toldText')}>
        <TagsInput
          {...form.getInputProps('emailNotifications')}
          type="email"
          label={t('form.emails')}
          description={t('form.enterText')}
          placeholder={form.values.emailNotifications.length === 0 ? 'name@example.com' : ''}
          maxTags={20}
          splitChars={SPLIT}
          acceptValueOnBlur
          classNames={{ pill: classes.ltr ?? '' }}
        />
        <TagsInput
          {...form.getInputProps('smsNotifications')}
          type="tel"
          label={t('form.phones')}
          description={t('form.enterText')}
          placeholder={form.values.smsNotifications.length === 0 ? '050-000-0000' : ''}
          maxTags={20}
          splitChars={[',', ';']}
          acceptValueOnBlur
          classNames={{ pill: classes.ltr ?? '' }}
        />
      </Section>
    </form>
  )
}

/** Only what was changed in this form, so that nobody's change is undone unseen. */
function changesIn(values: CampaignValues, before: CampaignValues): CampaignChanges {
  const changed = Object.entries(values).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof CampaignValues]),
  )
  return Object.fromEntries(changed)
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className={classes.section}>
      <div>
        <h2 className={classes.title}>{title}</h2>
        <p className={classes.text}>{text}</p>
      </div>
      <div className={classes.fields}>{children}</div>
    </section>
  )
}
