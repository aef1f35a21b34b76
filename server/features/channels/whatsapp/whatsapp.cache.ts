import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import type { WhatsAppFailure } from '#contract/leads/messages/whatsapp.ts'
import { derivedKey } from '../../../platform/derived-key.ts'
import { isId } from '../../../platform/ids.ts'
import { startWhatsAppBox, type WhatsAppBox } from '../../../providers/whatsapp/box/box.ts'
import { type MetaApp, openMetaSignIn } from '../../../providers/whatsapp/meta-sign-in.ts'
import { openWhatsAppAccount } from '../../../providers/whatsapp/whatsapp.ts'
import { TOKEN_ENDED, type WhatsAppError } from '../../../providers/whatsapp/whatsapp-errors.ts'
import { unsealSecret } from '../../connections/secrets.ts'
import type { Opening } from '../../feature.ts'
import { updateFailure, updateSuccess } from '../channels.queries.ts'
import { findById, findOfBusiness, type WhatsAppRow } from './whatsapp.queries.ts'

declare module '../../../deps.ts' {
  interface OpenedByFeatures {
    /** WhatsApp numbers of businesses. */
    whatsApp: ReturnType<typeof openWhatsApp>
  }
}

/** Tokens of the demo's consent page end within the hour, so that their renewal is seen. */
const BOX_TOKEN_MS = 3_600_000
const RETURN_PATH = '/hooks/whatsapp/return'

export const failureOf = ({ fault, code }: WhatsAppError): WhatsAppFailure => {
  if (code === TOKEN_ENDED) return 'token'
  if (fault === 'credentials') return 'rights'
  return fault === 'refused' ? 'refused' : 'unreachable'
}

export type OpenedWhatsApp = NonNullable<Awaited<ReturnType<ReturnType<typeof openWhatsApp>['find']>>>

/** Opens the businesses' WhatsApp numbers, and Meta's sign-in or the server that stands in for it in a demo. */
export function openWhatsApp({ env, tenants, workerDb, caches, secretKey, now, onError }: Opening) {
  const { meta, publicUrl } = env
  const boxed = openBox({ env, secretKey, now, onError })

  /** Where Meta is. The local server has its own address at each start. */
  const place = () => ({
    version: meta.version,
    graphUrl: boxed.find()?.url ?? meta.graphUrl,
    dialogUrl: boxed.find()?.url ?? meta.dialogUrl,
  })
  const app = (): MetaApp | undefined => {
    const own = boxed.find()?.app ?? meta.app
    return own && { ...own, ...place() }
  }

  const openAccount = (token: string, onAnswer?: (refused: WhatsAppError | undefined) => void) =>
    openWhatsAppAccount({ ...place(), token, onAnswer })

  /** Notes what Meta answered, for the page of channels. */
  const noted = ({ businessId, id }: WhatsAppRow) => {
    const db = tenants.scope({ businessId })
    return (refused: WhatsAppError | undefined) => {
      const stored = refused
        ? updateFailure(db, businessId, id, { reason: failureOf(refused), words: refused.message, at: now() })
        : updateSuccess(db, businessId, id, now())
      stored.catch(onError)
    }
  }

  function open(row: WhatsAppRow) {
    const { id, businessId, account: phoneNumberId, settings, secrets, isGone } = row
    const clear = (sealed: string | undefined) => (sealed ? unsealSecret(secretKey, id, sealed) : undefined)
    const own = clear(secrets.appSecret)
    const appSecret = settings.isOwnApp ? own : app()?.appSecret
    return {
      ...{ id, businessId, phoneNumberId, settings, token: clear(secrets.token) ?? '', note: noted(row) },
      line: { phone: settings.phone, connectionId: id },
      /** Hooks are signed with these secrets; a disconnected account has none. */
      appSecrets: appSecret && !isGone ? [appSecret] : [],
      ...(isGone && { isGone: true as const }),
      account: openAccount(clear(secrets.token) ?? '', noted(row)),
    }
  }

  const events = ['whatsapp.connected', 'whatsapp.changed', 'whatsapp.disconnected'] as const
  const findOpened = caches.cached([...events], async (id: string) => {
    const row = await findById(workerDb, id)
    return row && open(row)
  })
  const findIdOf = caches.cached(
    [...events],
    async (businessId: string) => (await findOfBusiness(tenants.scope({ businessId }), businessId))?.id,
  )

  return {
    app,
    openAccount,
    /** After a change that no event reports. */
    forget: () => caches.end([...events]),
    find: async (id: string) => (isId(id) ? findOpened(id) : undefined),
    /** The connected number of a business; undefined: none is connected. */
    async ofBusiness(businessId: string) {
      const id = await findIdOf(businessId)
      const found = id ? await findOpened(id) : undefined
      return found && !found.isGone ? found : undefined
    },
    signIn() {
      const found = app()
      return found && openMetaSignIn(found, { redirectUri: `${publicUrl}${RETURN_PATH}`, now })
    },
    /** The address of a connection's hooks, and the token by which Meta is known when it verifies the address. */
    hookOf: (id: string) => ({
      url: `${publicUrl}/hooks/whatsapp/${id}`,
      verifyToken: createHmac('sha256', derivedKey(secretKey, 'whatsapp hooks')).update(id).digest('base64url'),
    }),
    /** The server in place of Meta, in a demo. */
    box: boxed.find,
    startBox: () => boxed.start().then(() => caches.end([...events])),
    stopBox: boxed.stop,
  }
}

type Boxing = Pick<Opening, 'env' | 'secretKey' | 'now' | 'onError'>
/** The server that stands in for Meta in a demo, once it was started. */
function openBox({ env: { meta, publicUrl, dataDir }, secretKey, now, onError }: Boxing) {
  let box: WhatsAppBox | undefined
  let starting: Promise<void> | undefined
  async function begin() {
    if (!meta.hasBox) return
    box = await startWhatsAppBox({
      appSecret: derivedKey(secretKey, 'whatsapp box').toString('hex'),
      redirectUri: `${publicUrl}${RETURN_PATH}`,
      file: join(dataDir, 'whatsapp-box.json'),
      tokenMs: BOX_TOKEN_MS,
      now: () => now().getTime(),
      onError,
    })
  }
  return {
    find: () => box,
    /** Once. */
    start() {
      starting ??= begin()
      return starting
    },
    async stop() {
      await starting
      await box?.stop()
      box = undefined
    },
  }
}
