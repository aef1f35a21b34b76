import { MAIL_PORTS_OPEN } from '#contract/leads/messages/channels.ts'
import type { Receipt } from '../../providers/mail/mail.ts'
import { mailFailureOf, type OwnMail, openOwnSmtp, type SmtpAccount } from '../../providers/mail/own-smtp.ts'
import { unsealSecret } from '../connections/secrets.ts'
import type { Opening } from '../feature.ts'
import { findMailServer, updateFailure, updateSuccess } from './channels.queries.ts'

declare module '../../deps.ts' {
  interface OpenedByFeatures {
    /** How businesses write to their leads. */
    channels: ReturnType<typeof openChannels>
  }
}

/** Opens the businesses' own mail servers. */
export function openChannels({ env, tenants, caches, secretKey, now, onError }: Opening) {
  const rules = { allowed: env.outboundAllow, ports: MAIL_PORTS_OPEN }
  const openMail = (account: SmtpAccount) => openOwnSmtp(account, rules)

  /** Notes what the server answered, for the page of channels. */
  async function noted<T>(place: { businessId: string; id: string }, act: () => Promise<T>): Promise<T> {
    const { businessId, id } = place
    const db = tenants.scope({ businessId })
    try {
      const answer = await act()
      await updateSuccess(db, businessId, id, now()).catch(onError)
      return answer
    } catch (error) {
      const { reason, words } = mailFailureOf(error)
      if (reason !== 'refused') await updateFailure(db, businessId, id, { reason, words, at: now() }).catch(onError)
      throw error
    }
  }

  /** The connected mail server of a business, by which its mail to leads is sent; undefined: none is connected. */
  const mailTransportOf = caches.cached(
    ['mail_server.connected', 'mail_server.changed', 'mail_server.disconnected'],
    async (businessId: string): Promise<OwnMail | undefined> => {
      const row = await findMailServer(tenants.scope({ businessId }), businessId)
      if (!row) return undefined
      const sealed = row.secrets.password
      const password = sealed ? unsealSecret(secretKey, row.id, sealed) : ''
      const mail = openMail({ ...row.settings, password })
      const place = { businessId, id: row.id }
      return {
        ...mail,
        send: (message): Promise<Receipt> => noted(place, () => mail.send(message)),
        check: () => noted(place, mail.check),
      }
    },
  )

  return { openMail, mailTransportOf }
}
