import { randomBytes } from 'node:crypto'
import { Refused } from './refusals.ts'
import type { LocalAccount, LocalCalendar, LocalChannel, LocalStore } from './store.ts'

type Wanted = { id?: unknown; type?: unknown; address?: unknown; token?: unknown; params?: { ttl?: string } }
type Deps = { store: LocalStore; now: () => Date; isLocal: (url: URL) => boolean }

/** Push channels: a note without a body for each change, to the address that was given, until the channel ends. */
export function openChannels({ store, now, isLocal }: Deps) {
  const counts = new Map<string, number>()

  function tell(channel: LocalChannel, state: 'sync' | 'exists') {
    const count = (counts.get(channel.id) ?? 0) + 1
    counts.set(channel.id, count)
    const headers = {
      'x-goog-channel-id': channel.id,
      'x-goog-channel-token': channel.token,
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-message-number': String(count),
    }
    fetch(channel.address, { method: 'POST', headers, signal: AbortSignal.timeout(5_000) }).catch(() => {})
  }

  return {
    watch(account: LocalAccount, calendar: LocalCalendar, { id, type, address, token, params }: Wanted) {
      if (typeof id !== 'string' || !/^[\w+/=-]{1,64}$/.test(id))
        throw new Refused(400, 'invalid', 'Invalid channel id')
      if (type !== 'web_hook') throw new Refused(400, 'invalid', 'Unknown channel type')
      const url = URL.canParse(String(address)) ? new URL(String(address)) : undefined
      if (!url || (url.protocol !== 'https:' && !isLocal(url)))
        throw new Refused(400, 'push.webhookUrlNotHttps', 'WebHook callback must be HTTPS')
      if (account.channels.some((one) => one.id === id))
        throw new Refused(400, 'channelIdNotUnique', 'Channel id not unique')
      const seconds = Math.min(Number(params?.ttl ?? 604_800), 2_592_000)
      const channel: LocalChannel = {
        ...{ id, resourceId: randomBytes(12).toString('base64url'), calendarId: calendar.id },
        ...{ address: url.href, token: String(token ?? ''), until: now().getTime() + seconds * 1_000 },
      }
      account.channels.push(channel)
      store.keep()
      tell(channel, 'sync')
      return { kind: 'api#channel', id, resourceId: channel.resourceId, expiration: String(channel.until) }
    },
    stop(account: LocalAccount, { id, resourceId }: Record<string, unknown>) {
      const found = account.channels.findIndex((one) => one.id === id && one.resourceId === resourceId)
      if (found < 0) throw new Refused(404, 'notFound', 'Channel not found for project')
      account.channels.splice(found, 1)
      store.keep()
    },
    changed({ channels }: LocalAccount, { id }: LocalCalendar) {
      for (const channel of channels)
        if (channel.calendarId === id && channel.until > now().getTime()) tell(channel, 'exists')
    },
  }
}
