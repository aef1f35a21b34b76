import type { FormErrors } from '@mantine/form'
import { NAME_MAX, NAME_MIN } from '#contract/common.ts'
import { NewLead } from '#contract/leads/leads.ts'
import { issueText, rulesOf } from '../../../lib/http/form-errors.ts'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'

export type NewLeadValues = {
  name: string
  phone: string
  email: string
  campaignId: string | null
  source: string
  statusId: string | null
  message: string
}

export const emptyLead = (campaignId: string | null): NewLeadValues => ({
  name: '',
  phone: '',
  email: '',
  campaignId,
  source: 'manual',
  statusId: null,
  message: '',
})

/** The request body, without empty fields. */
export const bodyOf = ({ name, phone, email, campaignId, source, statusId, message }: NewLeadValues) => ({
  name: name.trim(),
  source,
  ...(phone.trim() && { phone: phone.trim() }),
  ...(email.trim() && { email: email.trim() }),
  ...(campaignId && { campaignId }),
  ...(statusId && { statusId }),
  ...(message.trim() && { message: message.trim() }),
})

const contractRules = rulesOf<ReturnType<typeof bodyOf>>(NewLead)

/** The contract's rules; by hand, name, phone and campaign are required, too. */
export function newLeadRules(values: NewLeadValues): FormErrors {
  const length = values.name.trim().length
  const nameIssue =
    length === 0
      ? { message: 'required_field' }
      : length < NAME_MIN
        ? { message: 'too_short', minimum: NAME_MIN }
        : length > NAME_MAX && { message: 'too_long', maximum: NAME_MAX }
  return {
    ...contractRules(bodyOf(values)),
    ...phoneRule('phone', values.phone),
    ...(nameIssue && { name: issueText({ path: [], ...nameIssue }) }),
    ...(!values.phone.trim() && { phone: issueText({ path: [], message: 'required_field' }) }),
    ...(!values.campaignId && { campaignId: issueText({ path: [], message: 'campaign_required' }) }),
  }
}
