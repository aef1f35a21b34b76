import { z } from 'zod'
import { byId, Done, id, time } from '../common.ts'
import { route } from '../route.ts'

const ENDPOINT_MAX = 1_000

const isPushAddress = (text: string) => {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, port } = new URL(text)
  return protocol === 'https:' && !username && !password && !port
}

/** What a browser's PushSubscription gives: its address at the push service, and its keys (RFC 8291), in base64url. */
export const PushSubscription = z.object({
  endpoint: z.string().max(ENDPOINT_MAX, 'too_long').refine(isPushAddress, 'invalid_value'),
  keys: z.object({
    /** An uncompressed point of P-256, 65 bytes. */
    p256dh: z.string().regex(/^B[\w-]{86}$/, 'invalid_value'),
    /** 16 bytes. */
    auth: z.string().regex(/^[\w-]{22}$/, 'invalid_value'),
  }),
})
export type PushSubscription = z.output<typeof PushSubscription>

/** A browser that shows the person's notifications. */
export const PushDevice = z.object({
  _id: id,
  /** Names of the browser and the operating system; null where unknown. */
  device: z.object({ browser: z.string().nullable(), system: z.string().nullable() }),
  createdAt: time,
  /** Whether it is the device of this session. */
  isCurrent: z.boolean(),
})
export type PushDevice = z.output<typeof PushDevice>

const ofPerson = { access: 'user' } as const

export const pushRoutes = {
  list: route({
    ...ofPerson,
    method: 'GET',
    path: '/user/push-devices',
    summary: 'The devices that show your notifications, and the key by which a browser subscribes',
    reply: z.object({
      success: z.literal(true),
      /** The installation's key (RFC 8292), in base64url. */
      publicKey: z.string(),
      devices: z.array(PushDevice),
    }),
  }),
  add: route({
    ...ofPerson,
    method: 'POST',
    path: '/user/push-devices',
    summary: 'Show your notifications on this device, until its session ends; a repeated request changes nothing',
    body: PushSubscription,
    reply: Done,
  }),
  remove: route({
    ...ofPerson,
    method: 'DELETE',
    path: '/user/push-devices/:id',
    summary: 'Show no more notifications on a device',
    params: byId,
    reply: Done,
  }),
}
