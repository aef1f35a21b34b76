import type { FastifyInstance, FastifyRequest } from 'fastify'
import { outgoingRoutes } from '#contract/calls/outgoing/outgoing.ts'
import type { Deps } from '../../deps.ts'
import { isLocal } from '../../platform/http/client.ts'
import { isId } from '../../platform/ids.ts'
import { parsePhone } from '../../platform/phones.ts'
import { findPhoneOfLead, findPhoneOfRing } from './demo-calls.queries.ts'
import { askConsole } from './demo-calls.service.ts'

/** A person who picks up, and hangs up after half a minute. */
const SCRIPT = { outcome: 'answer', answerAfterMs: 2_500, toneHz: 880, hangUpAfterMs: 30_000 }
const PATH = `/api${outgoingRoutes.dial.path}`

/** Where /dev is open, a robot answers the phone of a lead that is called and that no outside phone has. */
export function mountDialledRobots(app: FastifyInstance, { env, voice, workerDb, onError }: Deps) {
  if (!env.devPages || !env.isLocalUrl) return
  app.addHook('preHandler', async (request) => {
    if (request.url !== PATH || !isLocal(request)) return
    const consoleUrl = voice.exchange()?.consoleUrl
    const phone = consoleUrl && (await dialledBy(request))
    if (consoleUrl && phone) await station(consoleUrl, phone).catch(onError)
  })

  async function dialledBy({ body, headers }: FastifyRequest): Promise<string | undefined> {
    const businessId = headers['x-business-id']
    const { leadId, phone } = (body ?? {}) as { leadId?: unknown; phone?: unknown }
    if (typeof phone === 'string') return parsePhone(phone)
    const isLead = [leadId, businessId].every((id) => typeof id === 'string' && isId(id))
    return isLead ? findPhoneOfLead(workerDb, String(businessId), String(leadId)) : undefined
  }
}

/** The hook by which the phone of a member was answered, or 1 was pressed. */
const TAKEN = /^\/hooks\/voice\/[^/]+\/([^/]+)\/(?:answered|accept|accept-again)$/
/** The same for a lead for which people are rung: no member asks for that call. */
export function mountRungRobots(app: FastifyInstance, { env, voice, workerDb, onError }: Deps) {
  if (!env.devPages || !env.isLocalUrl) return
  app.addHook('preHandler', async (request) => {
    const callId = TAKEN.exec(request.url)?.[1]
    const consoleUrl = voice.exchange()?.consoleUrl
    if (!callId || !isId(callId) || !consoleUrl || !isLocal(request)) return
    const phone = await findPhoneOfRing(workerDb, callId)
    if (phone) await station(consoleUrl, phone).catch(onError)
  })
}

async function station(consoleUrl: string, address: string) {
  const reply = await askConsole(consoleUrl, 'GET', '/phones')
  const known = Array.isArray(reply) ? (reply as { address?: string }[]) : []
  if (known.every((phone) => phone.address !== address))
    await askConsole(consoleUrl, 'PUT', '/robots', { ...SCRIPT, address, forOneCall: true })
}
