import type { ErrorCode } from '#contract/errors.ts'
import { ALL_CAMPAIGNS } from '#contract/events/events.ts'
import {
  type Connection,
  MAIL_TRIES_MAX,
  MAIL_TRY_MINUTES,
  type MailFailure,
  type SentMailServer,
} from '#contract/leads/messages/channels.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../platform/db/db.ts'
import { emit } from '../../platform/events/emit.ts'
import type { Member } from '../../platform/http/caller.ts'
import { AppError, invalidInput } from '../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo } from '../../platform/http/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { translate } from '../../platform/texts.ts'
import { mailFailureOf } from '../../providers/mail/own-smtp.ts'
import { type Connector, connect, disconnect } from '../connections/connections.service.ts'
import { unsealSecret } from '../connections/secrets.ts'
import { composeMail } from '../messages/messages.rules.ts'
import { requirePerson } from '../notification-settings/own-settings.service.ts'
import { findMailServer, type MailRow, updateSuccess } from './channels.queries.ts'

type ChannelDeps = Pick<Deps, 'env' | 'now' | 'channels' | 'mail'>
type Context = { db: Db; caller: Member }

const toConnection = ({
  id,
  settings,
  secrets,
  lastSuccessAt,
  failure,
  failedAt,
  error,
  ...row
}: MailRow): Connection => ({
  _id: id,
  provider: 'smtp',
  settings: { ...settings, hasPassword: secrets.password !== undefined },
  state: row.state,
  since: row.since,
  lastSuccessAt,
  lastFailure: failure && failedAt ? { reason: failure, words: error ?? '', at: failedAt } : null,
})

export async function listConnections({ env, mail }: Pick<Deps, 'env' | 'mail'>, { db, caller }: Context) {
  const row = await findMailServer(db, caller.businessId)
  return {
    connections: row ? [toConnection(row)] : [],
    installationMail: mail.isAvailable ? env.mailFrom : null,
    receivesMail: env.mailIn !== undefined,
  }
}

async function requireMailServer({ db, caller }: Context, id?: string) {
  const row = await findMailServer(db, caller.businessId)
  if (!row || (id && row.id !== id)) throw new AppError('channel_not_found')
  return row
}

const codes: Record<MailFailure, ErrorCode> = {
  sign_in: 'mail_sign_in_refused',
  unreachable: 'mail_server_unreachable',
  tls: 'mail_server_tls',
  not_public: 'mail_server_not_public',
  sender: 'mail_sender_refused',
  refused: 'mail_refused',
}
const asAppErrors = <T>(tried: Promise<T>): Promise<T> =>
  tried.catch((error: unknown) => {
    const { reason, words } = mailFailureOf(error)
    throw new AppError(codes[reason], { values: { words } })
  })

const limit: Limit = { max: MAIL_TRIES_MAX, seconds: MAIL_TRY_MINUTES * 60 }
/** Counted apart from any transaction, so that a refused try counts, too. */
const countTry = ({ now }: ChannelDeps, { db, caller }: Context) =>
  limitTo(db, counterOf('mailTries', caller.businessId), limit, now())

/** What identifies the account at the server: with the same one, a stored password stays valid. */
const accountOf = ({ host, port, user }: Pick<SentMailServer, 'host' | 'port' | 'user'>) => `${host} ${port} ${user}`
const whats = {
  added: 'mail_server.connected',
  changed: 'mail_server.changed',
  removed: 'mail_server.disconnected',
} as const

const connectorOf = (fromAddress: string, tryOut: Connector['try']): Connector => ({
  provider: 'smtp',
  try: tryOut,
  requireUnused: async () => undefined,
  emit: (tx, caller, { id: connectionId, account, what }) =>
    emit(tx, caller, whats[what], {
      campaignId: ALL_CAMPAIGNS,
      connectionId,
      host: account.split(' ')[0] ?? '',
      personal: { fromAddress },
    }),
})

/** Connects the business's mail server, or changes its settings, after it accepted them. */
export async function connectMail(
  deps: ChannelDeps,
  context: Context,
  { password: typed, ...settings }: SentMailServer,
) {
  await countTry(deps, context)
  const known = await findMailServer(context.db, context.caller.businessId)
  const isSame = known !== undefined && accountOf(known.settings) === accountOf(settings)
  const sealed = isSame ? known.secrets.password : undefined
  // Sent to the server that it was entered for and to no other.
  const password = typed || (sealed && unsealSecret(deps.env.secretKey, known?.id ?? '', sealed)) || ''
  if (settings.user && !password) throw invalidInput('password', 'required_field')
  const connector = connectorOf(settings.fromAddress, () =>
    asAppErrors(deps.channels.openMail({ ...settings, password }).check()),
  )
  const secrets: Record<string, string> = settings.user ? { password } : {}
  await connect(deps, context, connector, { account: accountOf(settings), settings, secrets })
  const row = await requireMailServer(context)
  await updateSuccess(context.db, context.caller.businessId, row.id, deps.now())
  return toConnection(await requireMailServer(context))
}

export async function disconnectMail(context: Context, id: string) {
  const { settings } = await requireMailServer(context, id)
  const connector = connectorOf(settings.fromAddress, async () => undefined)
  if (!(await disconnect(context, connector))) throw new AppError('channel_not_found')
}

/** Sends the caller a mail through the connected server, and waits for the server's answer. */
export async function sendTestMail(deps: ChannelDeps, context: Context, id: string) {
  await requireMailServer(context, id)
  await countTry(deps, context)
  const person = await requirePerson(context.db, context.caller)
  const transport = await deps.channels.mailTransportOf(context.caller.businessId)
  if (!transport) throw new AppError('channel_not_found')
  const say = (key: string) =>
    translate(person.language, 'channels-mail', `test.${key}`, { business: person.businessName })
  const content = { language: person.language, title: say('title'), paragraphs: [say('text')], note: say('note') }
  const { body: text, html } = composeMail(content)
  await asAppErrors(transport.send({ to: person.email, subject: content.title, text, html, id: newId() }))
  return { connection: toConnection(await requireMailServer(context)), to: person.email }
}
