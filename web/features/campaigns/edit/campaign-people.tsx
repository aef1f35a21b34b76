import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RECIPIENTS_MAX } from '#contract/campaigns.ts'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { type CampaignForm, campaignRules } from './campaign-form.ts'
import { CampaignMembers } from './campaign-members.tsx'
import classes from './campaign-people.module.css'
import { CampaignRecipients } from './campaign-recipients.tsx'

/** The campaign's members, and further recipients of its notices. */
export function CampaignPeople({ form, campaignId }: { form: CampaignForm; campaignId?: string }) {
  const { t } = useTranslation('campaigns')
  return (
    <>
      <FormSection title={t('form.people')} text={t('form.peopleText')}>
        <CampaignMembers members={form.values.members} onChange={(members) => form.setFieldValue('members', members)} />
      </FormSection>
      <FormSection title={t('form.recipients')} text={t('form.recipientsText')}>
        <Recipients form={form} name="emailNotifications" />
        <Recipients form={form} name="smsNotifications" />
        {campaignId && (
          <CampaignRecipients
            campaignId={campaignId}
            addresses={[...form.values.emailNotifications, ...form.values.smsNotifications]}
          />
        )}
      </FormSection>
    </>
  )
}

const looks = {
  emailNotifications: { type: 'email', label: 'form.emails', sample: 'name@example.com', splitChars: [',', ';', ' '] },
  smsNotifications: { type: 'tel', label: 'form.phones', sample: '050-000-0000', splitChars: [',', ';'] },
} as const

/** E-mail addresses or phones as chips; an invalid one is reported when it is added. */
function Recipients({ form, name }: { form: CampaignForm; name: keyof typeof looks }) {
  const { t } = useTranslation('campaigns')
  const { type, label, sample, splitChars } = looks[name]
  const { error, ...input } = form.getInputProps(name)
  return (
    <TagsInput
      {...input}
      error={error ?? campaignRules(form.values)[name]}
      type={type}
      label={t(label)}
      description={t('form.enterText')}
      placeholder={form.values[name].length === 0 ? sample : ''}
      maxTags={RECIPIENTS_MAX}
      splitChars={[...splitChars]}
      acceptValueOnBlur
      classNames={{ pill: classes.ltr ?? '' }}
    />
  )
}
