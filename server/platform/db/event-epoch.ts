import type pg from 'pg'

/** Bits below the epoch. Transaction ids of 64 bits stay far below: a million a second for nine years. */
const EPOCH_BITS = 48
/** Above this the sum is no longer a positive bigint. */
const LAST_EPOCH = 32_767

type Epoch = { epoch: number; identifier: string | null }

/**
 * Begins a new epoch of events when the database has moved to another cluster, or to one whose transaction ids are
 * lower than those of its events, such as after restoring a dump. Otherwise new events would be sorted before the
 * relay's position and skipped. A promoted standby and a physical copy keep both, so their epoch continues. Call it
 * after the migrations, under their lock.
 */
export async function keepEventEpoch(owner: pg.Client): Promise<void> {
  const identifier = await systemIdentifier(owner)
  await owner.query('begin')
  try {
    const known = await lastEpoch(owner)
    const { highest, isYounger } = await placeOfEvents(owner)
    const isElsewhere = Boolean(known?.identifier && identifier && known.identifier !== identifier)
    const before = Math.max(known?.epoch ?? 0, highest)
    const epoch = isElsewhere || isYounger ? before + 1 : before
    if (epoch > LAST_EPOCH) throw new Error(`The order of events has no room for epoch ${epoch}`)
    if (!known || epoch !== known.epoch || identifier !== known.identifier)
      await owner.query(
        `insert into event_epochs (epoch, system_identifier) values ($1, $2)
         on conflict (epoch) do update set system_identifier = coalesce($2, event_epochs.system_identifier)`,
        [epoch, identifier],
      )
    await setEpoch(owner, epoch)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** The cluster's identifier; null if the server does not reveal it. */
const systemIdentifier = (owner: pg.Client): Promise<string | null> =>
  owner.query<{ identifier: string }>('select system_identifier::text as identifier from pg_control_system()').then(
    ({ rows }) => rows[0]?.identifier ?? null,
    () => null,
  )

async function lastEpoch(owner: pg.Client): Promise<Epoch | undefined> {
  const { rows } = await owner.query<Epoch>(
    'select epoch, system_identifier as identifier from event_epochs order by epoch desc limit 1',
  )
  return rows[0]
}

/**
 * The epoch of the last event, and whether a current transaction would sort before it. Reads as the worker's role,
 * because the owner sees no rows.
 */
async function placeOfEvents(owner: pg.Client): Promise<{ highest: number; isYounger: boolean }> {
  await owner.query('set local role leadline_worker')
  const { rows } = await owner.query<{ highest: number; isYounger: boolean }>(
    `select (last.xid::text::bigint >> $1) as highest,
       event_order(pg_snapshot_xmax(pg_current_snapshot())) <= last.xid as "isYounger"
     from (select greatest(
       (select xid from relay_position where reader = 'relay'),
       (select xid from events order by xid desc, id desc limit 1)) as xid) last`,
    [EPOCH_BITS],
  )
  await owner.query('reset role')
  return rows[0] ?? { highest: 0, isYounger: false }
}

/** Writes the epoch into the function, after all transactions that write events of the previous epoch. */
async function setEpoch(owner: pg.Client, epoch: number) {
  const offset = BigInt(epoch) << BigInt(EPOCH_BITS)
  const { rows } = await owner.query<{ offset: string }>(`select event_order('0')::text as offset`)
  if (rows[0]?.offset === String(offset)) return
  await owner.query('lock table events in access exclusive mode')
  await owner.query(`create or replace function event_order(transaction_id xid8) returns xid8
    language sql immutable parallel safe as 'select ($1::text::bigint + ${offset})::text::xid8'`)
}
