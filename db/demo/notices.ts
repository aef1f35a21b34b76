import { sql } from 'kysely'
import type { Deps } from '../../server/deps.ts'
import { recordDecisions } from '../../server/features/notifications/decisions/decisions.jobs.ts'
import { notificationProjection } from '../../server/features/notifications/projection.ts'
import { rowsOf } from '../../server/platform/db/db.ts'
import type { StoredEvent } from '../../server/platform/events/relay.ts'
import { newId } from '../../server/platform/ids.ts'
import { insertRows } from '../../server/testing/factories.ts'

/** Which of the newest leads has a mail that did not arrive, counted from the newest. */
const LOST = 3

type Listed = { businessId: string; id: string; at: string; recipient: string }
/** The mails that the campaigns' recipients got of these leads, as they remain after sending: without their texts. */
async function writeMails({ workerDb }: Deps, eventIds: readonly string[]) {
  const listed = await rowsOf<Listed>(
    workerDb,
    sql`select e.business_id as "businessId", e.id, e.at, m.recipient from events e
      join campaigns c on c.business_id = e.business_id and c.id = e.campaign_id,
      unnest(c.email_notifications) as m(recipient)
    where e.id = any(${eventIds}::uuid[]) order by e.id desc`,
  )
  const rows = listed.map(({ businessId, id, at, recipient }) => {
    const sentAt = new Date(Date.parse(at) + 2_000).toISOString()
    return {
      ...{ id: newId(), business_id: businessId, kind: 'notice', channel: 'mail', recipient },
      ...{ dedupe_key: `${id} mail ${recipient}`, attempts: 1, due_at: at, created_at: at },
      ...(id === eventIds[LOST]
        ? { state: 'failed', error: '552 Mailbox full' }
        : { state: 'sent', sent_at: sentAt, delivery: 'delivered', delivery_at: sentAt }),
    }
  })
  await insertRows(workerDb, 'messages', rows as never)
}

/** Who was notified of these leads by mail, and why others were not, by the rules of the product (docs/decisions/0051-why.md). */
export async function explainNotices(deps: Deps, newest: readonly StoredEvent[]) {
  if (deps.mail.isAvailable)
    await writeMails(
      deps,
      newest.map(({ id }) => id),
    )
  for (const { identifier, payload } of notificationProjection.jobs?.([...newest]) ?? [])
    if (identifier === recordDecisions.name)
      await recordDecisions.run(deps, recordDecisions.payload.parse(payload) as never)
}
