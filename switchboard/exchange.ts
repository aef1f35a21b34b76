import { join } from 'node:path'
import type { Core } from './calls/core.ts'
import { takeIncoming } from './calls/inbound.ts'
import { endLostCalls } from './calls/lost-calls.ts'
import { OwnLines } from './calls/own-lines.ts'
import { Recordings } from './calls/recordings.ts'
import type { Config } from './config.ts'
import { openConsole } from './console/console.ts'
import { LiveLog, Violations } from './console/log.ts'
import { Hooks } from './hooks/hooks.ts'
import { serve } from './http/serve.ts'
import type { BindingsKept, LegFactory, PhonesContext } from './legs.ts'
import { SoundFiles } from './media/sound-files.ts'
import { Speech } from './media/speech.ts'
import { answerRest } from './rest/rest.ts'
import { Robots } from './robots/robots.ts'
import { Handsets } from './sms/handsets.ts'
import { type Disk, watchDisk } from './store/disk.ts'
import { startPulse } from './store/pulse.ts'
import { Store } from './store/store.ts'

const SETTLE_MS = 3_000

export type Exchange = {
  apiUrl: string
  /** URL of the console. It contains the console's secret and must not be shared. */
  consoleUrl: string
  /** URLs at which phones connect, by kind. */
  doors: Record<string, string>
  close(): Promise<void>
}

/** Opens a kind of phones other than robots, which has its own listening address. */
export type OpenPhones = (context: PhonesContext, config: Config) => Promise<LegFactory & { door: string }>

/** Opens all parts of the exchange in order; closes them in reverse order. */
export async function openExchange(
  config: Config,
  kinds: OpenPhones[] = [],
  onDisk: (disk: Disk) => void = () => undefined,
): Promise<Exchange> {
  const log = new LiveLog()
  const store = new Store(config.dataDir)
  const hooks = new Hooks(log.write, store)
  const violations = new Violations(log.write)
  const urls = { api: '' }
  const recordings = new Recordings(
    { store, hooks, log: log.write },
    {
      folder: join(config.dataDir, 'recordings'),
      apiUrl: () => urls.api,
    },
  )
  const core: Core = {
    config,
    store,
    hooks,
    violations,
    recordings,
    log: log.write,
    speech: new Speech(log.write),
    sounds: new SoundFiles(),
    phones: [],
    live: new Map(),
    rooms: new Map(),
    hangUpReport: config.hangUpReport,
    declineReport: config.declineReport,
    nextCallAt: new Map(),
    refusals: 0,
    ...{ audioLoss: new Map(), forwards: new Map() },
    apiUrl: '',
  }
  keepMainAccount(store, config)
  const disk = watchDisk(config.dataDir, config.diskWarnMb, (found) => {
    log.write('disk', found)
    onDisk(found)
  })
  const pulse = startPulse(config.dataDir, () => core.live.size > 0)
  endLostCalls(core, pulse.before)

  const onIncoming: PhonesContext['onIncoming'] = (leg, call) => takeIncoming(core, leg, call)
  const robots = new Robots(onIncoming)
  const { accountSid, authToken, host } = config
  const bindings = keptBindings(store)
  const audioLoss = (from: string) => core.audioLoss.get(from) ?? 0
  const context: PhonesContext = { onIncoming, log: log.write, accountSid, authToken, bindings, audioLoss }
  // First: a call to a number of an account goes to that account.
  core.phones.push(new OwnLines(store, onIncoming, (phone) => core.forwards.get(phone)), robots)
  const doors: Record<string, string> = {}
  for (const open of kinds) {
    const phones = await open(context, config)
    core.phones.push(phones)
    doors[phones.kind] = phones.door
  }
  const handsets = new Handsets(core)
  const api = await serve({ host, port: config.apiPort }, (request) => answerRest({ core, handsets }, request))
  urls.api = core.apiUrl = config.publicUrl ?? `http://${host}:${api.port}`
  const privateSide = await openConsole({ core, log, robots, handsets })
  await recordings.repair()
  hooks.tellUnsent()

  const close = async () => {
    await api.close()
    for (const call of [...core.live.values()]) call.hangUp('failed')
    await Promise.all(core.phones.map((phones) => phones.close()))
    await hooks.settle(SETTLE_MS)
    pulse.stop()
    disk.stop()
    await privateSide.close()
  }
  return { apiUrl: urls.api, consoleUrl: privateSide.url, doors, close }
}

const keptBindings = (store: Store): BindingsKept => ({
  of: (username) => store.get('bindings', username)?.bindings ?? [],
  keep: (sid, bindings) => store.put('bindings', { sid, bindings }),
})

function keepMainAccount(store: Store, { accountSid: sid, authToken }: Config) {
  const known = store.get('accounts', sid)
  store.put('accounts', {
    sid,
    authToken,
    friendlyName: known?.friendlyName ?? 'Main account',
    status: 'active',
    ownerSid: sid,
    createdAt: known?.createdAt ?? Date.now(),
  })
}
