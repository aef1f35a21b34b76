import type { Arrival, arrivalChannels, placings } from '#contract/leads/history/lead-why.ts'
import type { ArrivalRow } from './why.queries.ts'

type Channel = (typeof arrivalChannels)[number]
type Placing = (typeof placings)[number]

/** How an enquiry came. */
export function channelOf({ keyName, formName, importId, by, source }: ArrivalRow): Channel {
  if (keyName !== null) return 'api'
  if (formName !== null) return 'form'
  if (importId) return 'import'
  if (by) return 'person'
  return source === 'call' || source === 'sms' || source === 'whatsapp' ? source : 'system'
}

const placingBy: Record<Exclude<Channel, 'api'>, Placing> = {
  form: 'form',
  call: 'number',
  sms: 'number',
  whatsapp: 'number',
  import: 'file',
  person: 'person',
  system: 'request',
}
/** What chose the campaign. A key that is limited to one campaign may leave it to the key. */
export function placingOf(row: ArrivalRow): Placing {
  const channel = channelOf(row)
  if (channel !== 'api') return placingBy[channel]
  const isNamed = row.raw?.includes('campaignId') === true
  return row.keyCampaigns?.length === 1 && !isNamed ? 'key' : 'request'
}

export function fateOf({ name, fate }: Pick<ArrivalRow, 'name' | 'fate'>): Arrival['fate'] {
  if (name === 'lead.refused') return 'refused'
  return fate ?? (name === 'lead.created' ? 'created' : 'joined')
}

/** A row of a file as JSON, by the titles of its columns; a column without a title by its number. */
export function rowAsJson(titles: readonly string[], cells: readonly unknown[]) {
  const named = cells.map((cell, place): [string, unknown] => [titles[place] || `#${place + 1}`, cell])
  const names = named.map(([name]) => name)
  return JSON.stringify(
    Object.fromEntries(
      named.map(([name, cell], place) => [names.indexOf(name) === place ? name : `${name} (${place + 1})`, cell]),
    ),
  )
}
