import { type Campaign, type CampaignMember, NewCampaign } from '#contract/campaigns.ts'
import { rulesOf } from '../../lib/form-errors.ts'
import { phoneRule } from '../../ui/phone-rule.ts'

/** A campaign as the form holds it. */
export type CampaignValues = {
  name: string
  startDate: string | null
  endDate: string | null
  tags: string[]
  notes: string
  isEnabled: boolean
  members: CampaignMember[]
  emailNotifications: string[]
  smsNotifications: string[]
}

export const emptyCampaign: CampaignValues = {
  name: '',
  startDate: null,
  endDate: null,
  tags: [],
  notes: '',
  isEnabled: true,
  members: [],
  emailNotifications: [],
  smsNotifications: [],
}

export const valuesOf = (campaign: Campaign & { members: CampaignMember[] }): CampaignValues => ({
  name: campaign.name,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  tags: campaign.tags,
  notes: campaign.notes,
  isEnabled: campaign.isEnabled,
  members: campaign.members.map(({ userId, role }) => ({ userId, role })),
  emailNotifications: campaign.emailNotifications,
  smsNotifications: campaign.smsNotifications,
})

const rules = rulesOf<CampaignValues>(NewCampaign)
const lists = ['tags', 'emailNotifications', 'smsNotifications'] as const

/** The contract's rules; what is wrong with one entry of a list stands beside the list and names the entry. */
export function campaignRules(values: CampaignValues): Record<string, string> {
  const phones = Object.assign(
    {},
    ...values.smsNotifications.map((phone, index) => phoneRule(`smsNotifications.${index}`, phone)),
  ) as Record<string, string>
  return besideLists({ ...phones, ...(rules(values) as Record<string, string>) }, values)
}

/** Issues of the server are named by entry, too: `emailNotifications.2`. */
export function besideLists(errors: Record<string, string>, values: CampaignValues) {
  const beside: Record<string, string> = {}
  for (const [path, message] of Object.entries(errors)) {
    const list = lists.find((name) => path.startsWith(`${name}.`))
    const entry = list && values[list][Number(path.slice(list.length + 1))]
    if (list) beside[list] ??= entry ? `${message}: ${entry}` : message
    else beside[path] = message
  }
  return beside
}
