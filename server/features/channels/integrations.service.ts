import { type IntegrationReader, notConnected } from '../integrations/integration.ts'
import { findMailServer } from './channels.queries.ts'
import { findSmsChannel } from './sms-channel.service.ts'
import { findChannel } from './whatsapp/whatsapp.service.ts'

/** The business's own mail server. */
export const mailIntegration: IntegrationReader = {
  key: 'mail',
  async read(_, { db, caller }) {
    const row = await findMailServer(db, caller.businessId)
    if (!row) return notConnected
    const { settings, state, since, lastSuccessAt } = row
    const isFailing = state === 'failing'
    return {
      ...{
        state: isFailing ? 'attention' : 'connected',
        account: settings.fromAddress,
        count: null,
        since,
        lastSuccessAt,
      },
      problem: isFailing ? { code: 'mail_failing', names: [] } : null,
    }
  },
}

/** The number, or the installation's sender, from which leads get text messages. */
export const smsIntegration: IntegrationReader = {
  key: 'sms',
  async read(deps, context) {
    const { numberId, numbers, installation, lastSuccessAt } = await findSmsChannel(deps, context)
    const chosen = numbers.find(({ _id }) => _id === numberId)
    const account = chosen?.phone ?? installation
    if (!account) return notConnected
    const isPaused = chosen?.state === 'paused'
    return {
      ...{ state: isPaused ? 'attention' : 'connected', account, count: null, since: null, lastSuccessAt },
      problem: isPaused ? { code: 'number_paused', names: [] } : null,
    }
  },
}

/** The number by which leads are written to by WhatsApp. */
export const whatsAppIntegration: IntegrationReader = {
  key: 'whatsapp',
  async read(deps, context) {
    const { connection } = await findChannel(deps, context)
    if (!connection) return notConnected
    const { phone, state, since, lastSuccessAt } = connection
    const isFailing = state === 'failing'
    return {
      ...{ state: isFailing ? 'attention' : 'connected', account: phone, count: null, since, lastSuccessAt },
      problem: isFailing ? { code: 'whatsapp_failing', names: [] } : null,
    }
  },
}
