import { json } from '../http/serve.ts'
import type { ConsoleRoute } from './console.ts'

const CALLS_SHOWN = 200
const MESSAGES_SHOWN = 200

/** Read-only routes of the console. */
export const views: Record<string, ConsoleRoute> = {
  'GET /state': ({ core }) =>
    json(200, {
      api: core.apiUrl,
      accountSid: core.config.accountSid,
      hangUpReport: core.hangUpReport,
      declineReport: core.declineReport,
      chaos: core.hooks.chaos,
      live: core.live.size,
    }),
  'GET /log': ({ log, query }) => json(200, log.after(Number(query.get('after') ?? 0))),
  'GET /webhooks': ({ core }) => json(200, core.hooks.deliveries().reverse()),
  'GET /violations': ({ core }) => json(200, core.violations.all),
  'GET /calls': ({ core }) => json(200, core.store.list('calls').slice(-CALLS_SHOWN).reverse()),
  'GET /numbers': ({ core }) => json(200, core.store.list('numbers')),
  'GET /recordings': ({ core }) => json(200, core.store.list('recordings').slice(-CALLS_SHOWN).reverse()),
  'GET /recordings/:id': async ({ core, id }) => {
    const row = core.store.get('recordings', id)
    const body = row && (await core.recordings.read(row, row.channels))
    return body ? { status: 200, body, type: 'audio/x-wav' } : json(404, { problem: 'no such recording' })
  },
  'GET /messages': ({ core }) => json(200, core.store.list('messages').slice(-MESSAGES_SHOWN).reverse()),
  'GET /phones': ({ core }) =>
    json(
      200,
      core.phones.flatMap((phones) => phones.phones().map((phone) => ({ kind: phones.kind, ...phone }))),
    ),
  'GET /robot-calls': ({ robots }) => json(200, robots.calls()),
  'GET /robot-calls/:id': ({ robots, id }) => {
    const call = robots.find(id)
    return call ? json(200, call) : json(404, { problem: 'no such call' })
  },
}
