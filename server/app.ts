import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import type { Deps } from './deps.ts'
import { mountApiKeys } from './features/api-keys/api-keys.routes.ts'
import { mountAudit } from './features/audit/audit.routes.ts'
import { mountAuth } from './features/auth/auth.routes.ts'
import { mountAvatars } from './features/avatars/avatars.routes.ts'
import { mountBlacklist } from './features/blacklist/blacklist.routes.ts'
import { mountBusinesses } from './features/businesses/businesses.routes.ts'
import { mountCalls } from './features/calls/calls.routes.ts'
import { mountVoiceHooks } from './features/calls/hooks/hooks.routes.ts'
import { mountTestCalls } from './features/calls/test-calls/test-calls.routes.ts'
import { mountCampaigns } from './features/campaigns/campaigns.routes.ts'
import { mountDashboard } from './features/dashboard/dashboard.routes.ts'
import { mountDev } from './features/dev/dev.routes.ts'
import { mountForms } from './features/forms/forms.routes.ts'
import { mountHosted } from './features/forms/hosted.routes.ts'
import { mountGoogleSignIn } from './features/google-sign-in/google-sign-in.routes.ts'
import { mountHealth } from './features/health/health.routes.ts'
import { mountInvitations, mountShortInvitations } from './features/invitations/invitations.routes.ts'
import { mountLeads } from './features/leads/leads.routes.ts'
import { mountShortLinks } from './features/links/links.routes.ts'
import { mountLive } from './features/live/live.routes.ts'
import { mountSmsHooks } from './features/messages/sms-hooks.routes.ts'
import { mountNotificationSettings } from './features/notification-settings/notification-settings.routes.ts'
import { mountNotifications } from './features/notifications/notifications.routes.ts'
import { mountNumbers } from './features/numbers/numbers.routes.ts'
import { mountOperations } from './features/operations/operations.routes.ts'
import { mountPasskeys } from './features/passkeys/passkeys.routes.ts'
import { notePayloadsOfKeys } from './features/payloads/api-key-payloads.ts'
import { mountPrivacy } from './features/privacy/privacy.routes.ts'
import { mountProfile } from './features/profile/profile.routes.ts'
import { mountRecipients, mountUnsubscribing } from './features/recipients/recipients.routes.ts'
import { mountRinging } from './features/softphone/ringing.routes.ts'
import { mountSoftphone } from './features/softphone/softphone.routes.ts'
import { mountStatuses } from './features/statuses/statuses.routes.ts'
import { mountTwoFactor } from './features/two-factor/two-factor.routes.ts'
import { mountTeam } from './features/users/team.routes.ts'
import { mountUsers } from './features/users/users.routes.ts'
import { mountWaitingList } from './features/waiting-list/waiting-list.routes.ts'
import { endConnectionsWhileDraining } from './platform/http/draining.ts'
import { AppError, onError } from './platform/http/errors.ts'
import { fieldsOf } from './platform/http/fields.ts'
import { readBodies, serializerCompiler, validatorCompiler } from './platform/http/parsing.ts'
import { warnOfProxies } from './platform/http/proxies.ts'
import { mountReference } from './platform/http/reference.ts'
import { requestIdOf } from './platform/http/request-id.ts'
import { secureHeaders } from './platform/http/security.ts'
import { mountWeb } from './platform/http/web.ts'

/** What a request's body may weigh: a lead with everything about it takes some kilobytes. */
const BODY_BYTES = 1_048_576

/** How long a request may take to arrive; what slowly drips in would hold its connection for ever. */
const ARRIVAL_MS = 60_000

const features = [
  mountHealth,
  mountAuth,
  mountUsers,
  mountInvitations,
  mountTeam,
  mountWaitingList,
  mountAvatars,
  mountProfile,
  mountPrivacy,
  mountTwoFactor,
  mountPasskeys,
  mountGoogleSignIn,
  mountBusinesses,
  mountStatuses,
  mountApiKeys,
  mountAudit,
  mountCampaigns,
  mountRecipients,
  mountForms,
  mountLeads,
  mountCalls,
  mountBlacklist,
  mountDashboard,
  mountOperations,
  mountNotifications,
  mountNotificationSettings,
  mountNumbers,
  mountTestCalls,
  mountSoftphone,
  mountRinging,
  mountLive,
]

export async function buildApp(deps: Deps) {
  const { env, access, tenants } = deps
  const app = Fastify({
    loggerInstance: deps.log as FastifyBaseLogger,
    genReqId: requestIdOf,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trusted(env.trustProxy),
    bodyLimit: BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: fieldsOf },
    forceCloseConnections: 'idle',
    // What arrives on a connection that is still open is served: its sender could not know.
    return503OnClosing: false,
    requestTimeout: ARRIVAL_MS,
    frameworkErrors: onError,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(onError)
  app.decorateRequest('caller', null)
  app.decorateRequest('rawBody', undefined)
  app.decorate('secureCookies', env.publicUrl.startsWith('https:'))
  app.decorate('hasDemo', env.demo)
  app.decorate('mounting', {
    findCaller: access.findCaller,
    limitCaller: access.limitCaller,
    enterHeavy: deps.enterHeavy,
    scope: tenants.scope,
    afterWrite: deps.wakeRelay,
  })
  if (env.trustProxy === false) warnOfProxies(app)
  readBodies(app)
  secureHeaders(app)
  endConnectionsWhileDraining(app, deps.lifecycle)
  await app.register(cookie)
  await app.register(compress, { threshold: 2_048 })
  await app.register(
    async (api) => {
      await mountReference(api, env.publicUrl)
      await api.register(async (routes) => {
        notePayloadsOfKeys(routes, deps)
        for (const mount of features) mount(routes, deps)
      })
      api.setNotFoundHandler(() => {
        throw new AppError('not_found')
      })
    },
    { prefix: '/api' },
  )
  mountShortLinks(app, deps)
  mountShortInvitations(app, deps)
  mountUnsubscribing(app, deps)
  mountHosted(app, deps)
  mountVoiceHooks(app, deps)
  mountSmsHooks(app, deps)
  if (env.devPages && env.isLocalUrl) mountDev(app, deps)
  await mountWeb(app, env.google ? ['google'] : [])
  return app
}

/** Fastify takes a number of proxies only as a function. */
const trusted = (proxies: Deps['env']['trustProxy']) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies
