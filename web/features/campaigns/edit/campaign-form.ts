import type { UseFormReturnType } from '@mantine/form'
import {
  type Campaign,
  type CampaignChanges,
  type CampaignMember,
  NewCampaign,
  RESPONSE_TARGET_STANDARD,
} from '#contract/campaigns.ts'
import { utmFields } from '#contract/leads/attribution.ts'
import { type CampaignLink, targetOf, webPage } from '#contract/values/links.ts'
import { rulesOf } from '../../../lib/http/form-errors.ts'
import type { ChosenImage } from '../../../ui/forms/image-choice.tsx'
import { phoneRule } from '../../../ui/forms/phone-rule.ts'
import { changedFields } from '../../../ui/forms/use-edit-form.ts'

type UtmValues = Record<(typeof utmFields)[number], string>
/** A link in the form; a stored one has an id and a short URL. */
export type LinkValues = {
  key: string
  stored: Pick<CampaignLink, '_id' | 'shortUrl' | 'clicks'> | null
  url: string
  label: string
  utm: UtmValues
}

/** Form values of a campaign. */
export type CampaignValues = {
  name: string
  /** Image of a campaign that is not created yet. */
  image: ChosenImage | null
  startDate: string | null
  endDate: string | null
  tags: string[]
  notes: string
  isEnabled: boolean
  responseTarget: number | null
  links: LinkValues[]
  members: CampaignMember[]
  /** For a new campaign: open the number set-up after creation. */
  takesNumber: boolean
  /** For a new campaign: make a website form with it. */
  takesForm: boolean
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
  responseTarget: RESPONSE_TARGET_STANDARD,
  links: [],
  members: [],
  takesNumber: true,
  takesForm: false,
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
  responseTarget: campaign.responseTarget,
  links: campaign.links.map(({ _id, shortUrl, clicks, url, label, utm }) => ({
    key: _id,
    stored: { _id, shortUrl, clicks },
    url,
    label,
    utm: { ...noUtm, ...utm },
  })),
  members: campaign.members.map(({ userId, role }) => ({ userId, role })),
  takesNumber: false,
  takesForm: false,
  emailNotifications: campaign.emailNotifications,
  smsNotifications: campaign.smsNotifications,
})

/** The URL that a link opens, with its UTM; undefined while its page is invalid. */
export function targetOfLink({ url, utm }: Pick<LinkValues, 'url' | 'utm'>): string | undefined {
  const page = webPage.safeParse(url)
  return page.success ? targetOf(page.data, utm) : undefined
}

const rules = rulesOf<CampaignValues>(NewCampaign)
const lists = ['tags', 'emailNotifications', 'smsNotifications'] as const

/** The contract's rules; an error of one entry is shown beside its list and names the entry. */
export function campaignRules(values: CampaignValues): Record<string, string> {
  const phones = values.smsNotifications.map((phone, index) => phoneRule(`smsNotifications.${index}`, phone))
  return besideLists(Object.assign({}, ...phones, rules(values)), values)
}

/** The server's issues name entries, too: `emailNotifications.2`. */
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

const sent = ({
  name,
  image: _image,
  takesNumber: _number,
  takesForm: _form,
  links: all,
  ...values
}: CampaignValues) => ({
  name,
  ...values,
  links: all.map(({ stored, url, label, utm }) => ({
    ...(stored && { _id: stored._id }),
    url,
    label,
    utm: Object.fromEntries(utmFields.flatMap((field) => (utm[field].trim() ? [[field, utm[field]]] : []))),
  })),
})

/** Changed fields only, so that other people's changes are kept. */
export function changesIn(values: CampaignValues, before: CampaignValues): CampaignChanges {
  return changedFields(sent(values), sent(before))
}
