import type { Role } from '#contract/roles.ts'
import type { Credentials } from '../test-app.ts'
import type { AccessFixtures, Team } from './access-fixtures.ts'

export type RequestInput = {
  params?: object
  query?: object
  body?: object
  file?: Blob
  /** Another person with the same role, who may lose it by the request. */
  as?: Credentials
}
/** The asker: a member with a role, or a key or signed-out request (null); `home`: the team's business. */
export type Asker = { role: Role | null; userId: string; team: Team; home: AccessFixtures }
type Request = (place: AccessFixtures, asker: Asker) => RequestInput | Promise<RequestInput>

/** Ids of a business, one of each kind. */
export type World = {
  lead: string
  /** On the lead. */
  comment: string
  campaign: string
  link: string
  call: string
  entry: string
  file: string
  /** On the lead. */
  message: string
  meeting: string
  /** Of the team. */
  bookingPage: string
  status: string
  field: string
  template: string
  user: string
  /** A member other than the Owner. */
  colleague: string
  session: string
  passkey: string
  paymentMethod: string
  pushDevice: string
  key: string
  form: string
  leadSource: string
  leadDelivery: string
  number: string
  connection: string
  automation: string
  /** Of the automation. */
  automationRun: string
  webhook: string
  /** Delivered to the webhook. */
  webhookEvent: string
  flow: string
  sound: string
  order: string
  invitation: string
  request: string
  notification: string
  operation: string
  import: string
  view: string
  callView: string
  swap: string
  taxDocument: string
  business: string
}
export type Foreign = (theirs: World, ours: World) => Pick<RequestInput, 'params' | 'query' | 'body' | 'file'>
/** Cursors and filters: another business's ids find nothing. */
export const SAYS_NOTHING = 'says nothing'

/** A route's sample for whole-product tests. Expected values come from the specification, not the contract. */
type RouteSample = {
  /** Absent: members of the business. */
  open?: 'public' | 'user'
  /**
   * One sign for each of Owner, Admin, Affiliate, Lead, Writer, Reader, None, signed out, and an API key with every scope
   * bound to the given campaign: `+` passes, 1 is 401, 3 is 403, 4 is 404. Up to three words: in the own business (and
   * the member's campaign), for objects of another campaign there, and for objects of another business.
   */
  allowed: string
  /** A valid request for the given fixtures: any refusal is one of access. Absent: nothing is sent. */
  request?: Request
  /** The right is on a campaign's rows and depends only on the role in the campaign. */
  byCampaignRole?: true
  /** Limited, because it reads many rows. */
  heavy?: true
  /** Takes a phone, an e-mail or a part of one, and has no attempt in masked-guesses.ts: it gets the guess in each such field. */
  takesContacts?: true
  /** For each id of its input: an otherwise valid request with the id of another business. */
  foreignIds?: Record<string, Foreign | typeof SAYS_NOTHING>
  /** The events that the request of an Owner writes. */
  event?: string
}
/** By the names of the routes in contract/index.ts. */
export type Samples = Record<string, RouteSample>

export const body =
  (values: object): Request =>
  () => ({ body: values })
export const byId =
  (of: 'lead' | 'call' | 'form' | 'entry' | 'number' | 'import', values?: object): Request =>
  (place) => ({ params: { id: place[of] }, ...(values && { body: values }) })
export const ofCampaign: Request = ({ campaign }) => ({ query: { campaignId: campaign } })
export const colleague =
  (values?: object): Request =>
  async (place) => ({ params: { id: await place.colleague() }, ...(values && { body: values }) })
export const aPlace = (place: AccessFixtures) => ({
  role: 'Reader',
  campaigns: [{ campaignId: place.campaign, role: 'Reader' }],
})
/** Sent as a double with the same role, because the request removes its sender. */
export const asDouble: Request = async (_, { role, home }) => (role ? { as: await home.double(role) } : {})
export const byParams =
  (of: keyof World, body?: object): Foreign =>
  (theirs) => ({ params: { id: theirs[of] }, ...(body && { body }) })
export const byCampaign: Foreign = (theirs) => ({ query: { campaignId: theirs.campaign } })
