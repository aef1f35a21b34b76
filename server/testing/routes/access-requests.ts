import type { Role } from '#contract/roles.ts'
import { newId } from '../../platform/ids.ts'
import { PASSWORD } from '../accounts/test-accounts.ts'
import type { Credentials } from '../test-app.ts'
import { aForm } from '../test-forms.ts'
import { aPng } from '../test-images.ts'
import { nextPhone } from '../test-leads.ts'
import { aRouting } from '../test-numbers.ts'
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

const nothing: Request = () => ({})
const body =
  (values: object): Request =>
  () => ({ body: values })
const byId =
  (of: 'lead' | 'call' | 'form' | 'entry' | 'number', values?: object): Request =>
  (place) => ({ params: { id: place[of] }, ...(values && { body: values }) })
const ofCampaign: Request = ({ campaign }) => ({ query: { campaignId: campaign } })
const colleague =
  (values?: object): Request =>
  async (place) => ({ params: { id: await place.colleague() }, ...(values && { body: values }) })
const aLead = () => ({ name: 'Dana Levi', phone: nextPhone() })
const aPlace = (place: AccessFixtures) => ({
  role: 'Reader',
  campaigns: [{ campaignId: place.campaign, role: 'Reader' }],
})
/** Sent as a double with the same role, because the request removes its sender. */
const asDouble: Request = async (_, { role, home }) => (role ? { as: await home.double(role) } : {})
const tagging = { kind: 'tag', add: ['Known'] }

/** A valid request for each route, for the given fixtures: any refusal is one of access. */
export const requests: Record<string, Request> = {
  'auth.login': body({ email: 'x' }),
  'auth.sendEmailCode': body({ email: 'x' }),
  'auth.register': body({}),
  'auth.refresh': nothing,
  'auth.logout': asDouble,
  'auth.getCurrentUser': nothing,
  'auth.sendPhoneCode': body({}),
  'auth.verifyPhone': body({ code: '000000' }),
  'auth.recover': body({ email: 'unknown@example.test' }),
  'auth.checkReset': () => ({ query: { token: 'x' } }),
  'auth.reset': body({}),
  'auth.removeWayIn': body({}),
  'users.update': ({ businessId }) => ({ body: { lastBusinessId: businessId } }),
  'invitations.list': nothing,
  'invitations.create': (place) => ({
    body: { recipients: [`${newId()}@example.test`], language: 'en', ...aPlace(place) },
  }),
  'invitations.resend': async (place) => ({ params: { id: await place.invitation() } }),
  'invitations.link': async (place) => ({ params: { id: await place.invitation() } }),
  'invitations.revoke': async (place) => ({ params: { id: await place.invitation() } }),
  'invitations.open': () => ({ params: { id: newId(), token: 'x' } }),
  'invitations.ask': () => ({ params: { id: newId(), token: 'x' } }),
  'invitations.accept': () => ({ params: { id: newId(), token: 'x' } }),
  'team.list': nothing,
  'team.change': async (place) => ({
    params: { id: await place.colleague() },
    body: { campaigns: [{ campaignId: place.campaign, role: 'Reader', hearsCalls: false }] },
  }),
  'team.suspend': colleague(),
  'team.resume': colleague({ password: PASSWORD }),
  'team.assignees': colleague(),
  'team.remove': colleague({ takeOver: null }),
  'team.leaving': nothing,
  // An Owner confirms their identity.
  'team.leave': async (place, asker) => ({ ...(await asDouble(place, asker)), body: { password: PASSWORD } }),
  'waitingList.list': nothing,
  'waitingList.count': nothing,
  'waitingList.approve': async (place) => ({ body: { ids: [await place.request()], ...aPlace(place) } }),
  'waitingList.change': async (place) => ({ body: { ids: [await place.request()], state: 'Paused' } }),
  'waitingList.decline': async (place) => ({ body: { ids: [await place.request()] } }),
  'waitingList.link': nothing,
  'waitingList.changeLink': body({ isEnabled: true }),
  'waitingList.open': () => ({ params: { key: 'x' } }),
  'waitingList.ask': () => ({ params: { key: 'x' }, body: {} }),
  'waitingList.own': nothing,
  'waitingList.withdraw': async (place) => ({ params: { id: await place.request() } }),
  'avatars.user': async () => ({ file: await aPng() }),
  'avatars.campaign': async ({ campaign }) => ({ query: { campaignId: campaign }, file: await aPng() }),
  'avatars.business': async () => ({ file: await aPng() }),
  'avatars.other': async () => ({ params: { target: 'lead' }, file: await aPng() }),
  'profile.sessions': nothing,
  'profile.revokeSession': async (place, { userId }) => ({ params: { id: await place.session(userId) } }),
  'profile.revokeOthers': nothing,
  'profile.changePassword': body({ current: 'x', password: 'a long passphrase', passwordConfirmation: 'other' }),
  'profile.pendingEmail': nothing,
  'profile.changeEmail': body({ email: 'x', password: 'x' }),
  'profile.keepEmail': nothing,
  'profile.confirmEmail': body({ token: 'x' }),
  'privacy.leadFile': byId('lead'),
  'privacy.leadHeld': byId('lead'),
  'privacy.eraseLead': byId('lead', { typed: 'not their name' }),
  'privacy.settings': nothing,
  'privacy.changeSettings': body({ recordings: 12 }),
  'privacy.erasures': nothing,
  'privacy.ownFile': nothing,
  'privacy.eraseSelf': body({ typed: 'not-the-address@example.test' }),
  'twoFactor.get': nothing,
  'twoFactor.start': body({}),
  'twoFactor.confirm': body({}),
  'twoFactor.turnOff': body({}),
  'twoFactor.renewCodes': body({}),
  'twoFactor.signIn': body({}),
  'twoFactor.demand': body({}),
  'passkeys.list': nothing,
  'passkeys.start': body({}),
  'passkeys.add': body({}),
  'passkeys.remove': async (place, { userId }) => ({
    params: { id: await place.passkey(userId) },
    body: { password: PASSWORD },
  }),
  'passkeys.challenge': nothing,
  'passkeys.signIn': body({}),
  'google.start': body({ remember: 'x' }),
  'google.finish': body({}),
  'google.link': body({}),
  'google.register': body({}),
  'google.own': nothing,
  'google.unlink': body({}),
  'businesses.create': body({ name: 'Another business' }),
  'businesses.get': nothing,
  'businesses.change': body({ contactName: 'Dana Levi' }),
  'businesses.transfer': async (place) => ({
    body: { userId: await place.colleague(), ownRole: 'Owner', password: PASSWORD },
  }),
  'businesses.close': body({ name: 'not its name', password: PASSWORD }),
  'businesses.reopen': nothing,
  'statuses.list': nothing,
  'statuses.create': body({}),
  'statuses.change': ({ status }) => ({ params: { id: status }, body: { nameEn: 'Renamed' } }),
  'statuses.order': ({ status }) => ({ body: { statusId: status, before: null } }),
  'statuses.remove': ({ status }) => ({ params: { id: status }, body: {} }),
  'statuses.start': body({ set: 'general' }),
  'audit.list': nothing,
  'audit.choices': nothing,
  'audit.exportLink': body({}),
  'apiKeys.list': nothing,
  'apiKeys.create': ({ campaign }) => ({
    body: { name: 'Key', scopes: ['leads:write'], campaignIds: [campaign], password: PASSWORD },
  }),
  'apiKeys.change': async (place) => ({ params: { id: await place.key() }, body: { name: 'Renamed' } }),
  'apiKeys.remove': async (place) => ({ params: { id: await place.key() } }),
  'apiKeys.payloads': async (place) => ({ params: { id: await place.key() } }),
  'campaigns.list': nothing,
  'campaigns.names': nothing,
  'campaigns.search': () => ({ query: { search: 'a' } }),
  'campaigns.get': ofCampaign,
  'campaigns.people': ofCampaign,
  'campaigns.create': body({ name: 'Kitchens again' }),
  'campaigns.change': ({ campaign }) => ({ params: { id: campaign }, body: { notes: 'x' } }),
  'campaigns.remove': async (place, { team }) => ({ params: { id: await place.emptyCampaign(team) } }),
  'recipients.list': ({ campaign }) => ({ params: { id: campaign } }),
  'recipients.ask': async (place) => ({
    params: { id: place.campaign },
    body: { channel: 'mail', address: await place.recipient() },
  }),
  'recipients.open': () => ({ params: { token: 'x' } }),
  'recipients.decide': () => ({ params: { token: 'x' }, body: { wants: true } }),
  'forms.list': ofCampaign,
  'forms.create': ({ campaign }) => ({ body: { ...aForm(), campaignId: campaign } }),
  'forms.preview': () => {
    const { languages, fields, texts } = aForm()
    return { body: { language: 'en', languages, fields, texts } }
  },
  'forms.get': byId('form'),
  'forms.change': byId('form', { name: 'Renamed' }),
  'forms.remove': async ({ make }) => ({ params: { id: await make.form() } }),
  'forms.payloads': byId('form'),
  'leads.list': ofCampaign,
  'leads.create': ({ campaign }) => ({ body: { ...aLead(), campaignId: campaign } }),
  'leads.duplicates': () => ({ query: { phone: nextPhone() } }),
  'leads.sources': nothing,
  'leads.tags': nothing,
  'leads.remove': async ({ make }) => ({ body: { leadIds: [await make.lead()] } }),
  'leads.restore': ({ lead }) => ({ body: { leadIds: [lead] } }),
  'leads.get': byId('lead'),
  'leads.change': byId('lead', { name: 'Dana' }),
  'leads.read': byId('lead', { isRead: true }),
  'leads.history': byId('lead'),
  'leads.comment': byId('lead', { text: 'Hello' }),
  'leadCounts.byStatus': ofCampaign,
  'leadCalls.last': ({ lead }) => ({ query: { leadIds: lead } }),
  'calls.list': ofCampaign,
  'calls.summary': ofCampaign,
  'calls.exportLink': ({ campaign }) => ({ body: { campaignId: [campaign] } }),
  'calls.ofLead': byId('lead'),
  'calls.get': byId('call'),
  'calls.recordingLink': byId('call', {}),
  'calls.listens': byId('call'),
  'calls.blacklist': byId('call', { scope: 'campaign' }),
  'blacklist.list': ofCampaign,
  'blacklist.create': ({ campaign }) => ({ body: { phone: nextPhone(), campaignId: campaign } }),
  'blacklist.ofLead': byId('lead', { scope: 'campaign' }),
  'blacklist.remove': async ({ make }) => ({ params: { id: await make.entry() } }),
  'dashboard.get': ofCampaign,
  'dashboard.audits': nothing,
  'operations.create': ({ lead }) => ({ body: { action: tagging, leadIds: [lead] } }),
  'operations.list': nothing,
  'operations.get': async ({ make }, { userId }) => ({ params: { id: await make.operation(userId) } }),
  'operations.undo': async ({ make }, { userId }) => ({ params: { id: await make.operation(userId) } }),
  'operations.cancel': async ({ make }, { userId }) => ({ params: { id: await make.operation(userId) } }),
  'notifications.list': nothing,
  'notifications.count': nothing,
  'notifications.markAllAsRead': nothing,
  'notifications.read': async (place, { userId }) => ({
    body: { id: await place.notification(userId), status: true },
  }),
  'notifications.remove': async (place, { userId }) => ({ body: { id: await place.notification(userId) } }),
  'notificationSettings.own': nothing,
  'notificationSettings.changeOwn': body({ events: [] }),
  'notificationSettings.test': body({ channel: 'app' }),
  'notificationSettings.business': nothing,
  'notificationSettings.changeBusiness': body({ mailName: null }),
  'notificationSettings.templates': nothing,
  'notificationSettings.changeTemplate': body({}),
  'numbers.connection': nothing,
  'numbers.connect': body({}),
  'numbers.disconnect': nothing,
  'numbers.areas': nothing,
  'numbers.search': () => ({ query: { area: '03' } }),
  'numbers.order': ({ campaign }) => ({
    body: { phone: '+97235550001', campaignId: campaign, routing: { ring: aRouting().ring } },
  }),
  'numbers.getOrder': async (place) => ({ params: { id: await place.order() } }),
  'numbers.list': ofCampaign,
  'numbers.get': byId('number'),
  'numbers.change': byId('number', { label: 'Radio' }),
  'numbers.release': byId('number'),
  'numbers.testCall': byId('number'),
  'softphone.token': nothing,
  'softphone.presence': body({ state: 'available' }),
  'softphone.leave': async ({ make }, { userId }) => ({ params: { id: await make.call(userId) } }),
  'softphone.ringing': async ({ make }, { userId }) => ({ params: { id: await make.call(userId) } }),
  'health.get': nothing,
  'health.live': nothing,
  'health.ready': nothing,
}
