import type { UseFormReturnType } from '@mantine/form'
import { type Campaign, type CampaignChanges, type CampaignMember, NewCampaign } from '#contract/campaigns.ts'
import { utmFields } from '#contract/leads/leads.ts'
import { type CampaignLink, targetOf, webPage } from '#contract/values/links.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import type { ChosenImage } from '../../../ui/forms/image-choice.tsx'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'

type UtmValues = Record<(typeof utmFields)[number], string>
/** A link as the form holds it; one that is stored has an id and its short address. */
export type LinkValues = {
  key: string
  stored: Pick<CampaignLink, '_id' | 'shortUrl' | 'clicks'> | null
  url: string
  label: string
  utm: UtmValues
}

/** A campaign as the form holds it. */
export type CampaignValues = {
  name: string
  /** Chosen for a campaign that does not exist yet. */
  image: ChosenImage | null
  startDate: string | null
  endDate: string | null
  tags: string[]
  notes: string
  isEnabled: boolean
  links: LinkValues[]
  members: CampaignMember[]
  /** Of a new campaign: its virtual number is set up right after. */
  takesNumber: boolean
  emailNotifications: string[]
  smsNotifications: string[]
}
export type CampaignForm = UseFormReturnType<CampaignValues>

export const emptyCampaign: CampaignValues = {
  name: '',
  image: null,
  startDate: null,
  endDate: null,
  tags: [],
  notes: '',
  isEnabled: true,
  links: [],
  members: [],
  takesNumber: true,
  emailNotifications: [],
  smsNotifications: [],
}

const noUtm: UtmValues = { source: '', medium: '', campaign: '', content: '', term: '' }
let links = 0
export function aLink(values: { label?: string; utm?: Partial<UtmValues> } = {}): LinkValues {
  links += 1
  return { key: `new-${links}`, stored: null, url: '', label: values.label ?? '', utm: { ...noUtm, ...values.utm } }
}

export const valuesOf = (campaign: Campaign & { members: CampaignMember[] }): CampaignValues => ({
  name: campaign.name,
  image: null,
  startDate: campaign.startDate,
  endDate: campaign.endDate,
  tags: campaign.tags,
  notes: campaign.notes,
  isEnabled: campaign.isEnabled,
  links: campaign.links.map(({ _id, shortUrl, clicks, url, label, utm }) => ({
    key: _id,
    stored: { _id, shortUrl, clicks },
    url,
    label,
    utm: { ...noUtm, ...utm },
  })),
  members: campaign.members.map(({ userId, role }) => ({ userId, role })),
  takesNumber: false,
  emailNotifications: campaign.emailNotifications,
  smsNotifications: campaign.smsNotifications,
})

/** Where a link will lead, once its page is one. */
export function targetOfLink({ url, utm }: Pick<LinkValues, 'url' | 'utm'>): string | undefined {
  const page = webPage.safeParse(url)
  return page.success ? targetOf(page.data, utm) : undefined
}

/** As people read it: letters of every language instead of their numbers. */
export function readableUrl(url: string) {
  try {
    return decodeURI(url)
  } catch {
    return url
  }
}

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

const sent = ({ name, image: _image, takesNumber: _takes, links: all, ...values }: CampaignValues) => ({
  name,
  ...values,
  links: all.map(({ stored, url, label, utm }) => ({
    ...(stored && { _id: stored._id }),
    url,
    label,
    utm: Object.fromEntries(utmFields.flatMap((field) => (utm[field].trim() ? [[field, utm[field]]] : []))),
  })),
})

/** Only what was changed, so that nobody's change is undone unseen. */
export function changesIn(values: CampaignValues, before: CampaignValues): CampaignChanges {
  const [now, was] = [sent(values), sent(before)]
  const changed = (Object.keys(now) as (keyof typeof now)[]).filter(
    (name) => JSON.stringify(now[name]) !== JSON.stringify(was[name]),
  )
  return Object.fromEntries(changed.map((name) => [name, now[name]]))
}
