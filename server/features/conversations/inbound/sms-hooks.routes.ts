import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../../deps.ts'
import { type HookRequest, openSignedHooks } from '../../../platform/http/signed-hooks.ts'
import { type Signer, twilioHooks } from '../../../providers/twilio/hooks.ts'
import type { HookForm, Instruction } from '../../../providers/voice/voice.ts'
import { handleOptOut, handleSmsStatus } from '../../messages/sms-reports.service.ts'
import { handleInboundSms } from './inbound-sms.service.ts'
import { handleReport, type Report } from './reports.service.ts'

const NO_ANSWER: Instruction[] = []

/**
 * Mounts the webhooks of SMS providers below /hooks/sms, outside the API. Requests are signed with the account's
 * secret. The webhooks of a virtual number name the connection of its business; `platform` is the installation's own
 * account.
 */
export function mountSmsHooks(app: FastifyInstance, deps: Deps) {
  app.register(async (hooks) => {
    const hook = openSignedHooks(hooks, deps, twilioHooks)
    const on = <S extends Signer>(
      path: string,
      find: (request: HookRequest) => Promise<S | undefined>,
      take: (signer: S, form: HookForm, request: HookRequest) => Promise<void>,
    ) =>
      hook<S>({
        path: `/hooks/sms/${path}`,
        find,
        act: async (...given) => {
          await take(...given)
          return NO_ANSWER
        },
      })

    const platform = async () => signerOf(deps.sms.account())
    on('platform/status', platform, async (_, form, { query }) => {
      const message = String(query.message ?? '')
      await handleSmsStatus(deps, message, form)
      await handleReport(deps, { queueId: message, businessId: null }, reportIn(form))
    })
    on('platform/inbound', platform, (_, form) => handleOptOut(deps, form))
    const connection = ({ params }: HookRequest) => deps.voice.find(params.connection ?? '')
    on(':connection/status', connection, async ({ businessId }, form, { query }) => {
      const message = String(query.message ?? '')
      await handleSmsStatus(deps, message, form, businessId)
      await handleReport(deps, { queueId: message, businessId }, reportIn(form))
    })
    on(':connection/inbound', connection, (found, form) => handleInboundSms(deps, found, form))
  })
}

const reportIn = ({ MessageStatus = '', ErrorCode = '' }: HookForm): Report => ({
  status: MessageStatus,
  code: /^\d{1,9}$/.test(ErrorCode) ? Number(ErrorCode) : null,
})

const signerOf = (account: ReturnType<Deps['sms']['account']>): Signer | undefined =>
  account && { accountSid: account.accountSid, tokens: [account.authToken] }
