import type { FlowContent, FlowStep, FlowStepOf, Ring } from '#contract/calls/flows/flow-shapes.ts'
import type { RingTarget } from '#contract/calls/routing.ts'
import { newId } from '../../platform/ids.ts'
import type { testApp } from '../test-app.ts'
import { aSid, type Form, hooksIn, type testNumber } from '../test-numbers.ts'

type Db = Awaited<ReturnType<Awaited<ReturnType<typeof testApp>>['newBusiness']>>['db']

/** Steps of a flow, in reading order: each is written with its place, `parent` for example `m.1` or `open.closed`. */
export function flowOf(steps: FlowStep[], settings: Partial<FlowContent['settings']> = {}): FlowContent {
  const standard = { language: 'en', recording: false, whisper: { isOn: false, text: '' }, screening: false } as const
  return { settings: { ...standard, ...settings }, steps }
}

const at = (parent?: string): Pick<FlowStep, 'parent'> => {
  const [id = '', branch] = (parent ?? '').split('.')
  return { parent: parent === undefined ? null : { id, branch: branch as NonNullable<FlowStep['parent']>['branch'] } }
}
export const text = (words: string) => ({ by: 'text', text: words }) as const
const ringOf = (phones: (string | (RingTarget & { weight?: number }))[], ring: Partial<Ring>): Ring => ({
  whom: {
    by: 'list',
    targets: phones.map((one) =>
      typeof one === 'string' ? { kind: 'phone', phone: one, userId: null, weight: 1 } : { weight: 1, ...one },
    ),
  },
  ...{ order: 'together', seconds: 20, knownFirst: false, onShiftOnly: false },
  ...ring,
})

/** Builders of steps. */
export const step = {
  open: (id: string, condition: FlowStepOf<'open'>['condition'], parent?: string): FlowStep => ({
    ...{ id, ...at(parent), kind: 'open', condition },
  }),
  say: (id: string, words: string, parent?: string): FlowStep => ({
    id,
    ...at(parent),
    kind: 'say',
    spoken: text(words),
  }),
  menu: (id: string, keys: string, more: Partial<FlowStepOf<'menu'>> = {}, parent?: string): FlowStep => ({
    ...{ id, ...at(parent), kind: 'menu', spoken: text(`Menu ${id}`), seconds: 5, repeats: 0, otherwiseAs: null },
    keys: [...keys].map((key) => ({ key: key as '1', label: `Key ${key}` })),
    ...more,
  }),
  ring: (id: string, phones: Parameters<typeof ringOf>[0], ring: Partial<Ring> = {}, parent?: string): FlowStep => ({
    ...{ id, ...at(parent), kind: 'ring', ring: ringOf(phones, ring) },
  }),
  wait: (
    id: string,
    phones: Parameters<typeof ringOf>[0],
    { ring = {}, ...more }: Partial<Omit<FlowStepOf<'wait'>, 'ring'>> & { ring?: Partial<Ring> } = {},
    parent?: string,
  ): FlowStep => ({
    ...{ id, ...at(parent), kind: 'wait', ring: ringOf(phones, ring), seconds: 120, music: null },
    ...{ tellsPlace: false, offersCallback: false },
    ...more,
  }),
  voicemail: (id: string, words = '', parent?: string): FlowStep => ({
    ...{ id, ...at(parent), kind: 'voicemail', spoken: text(words) },
  }),
  message: (id: string, words = '', parent?: string): FlowStep => ({
    ...{ id, ...at(parent), kind: 'message', spoken: text(words) },
  }),
  hangup: (id: string, parent?: string): FlowStep => ({ id, ...at(parent), kind: 'hangup' }),
  forward: (id: string, phone: string, parent?: string): FlowStep => ({
    ...{ id, ...at(parent), kind: 'forward', phone, seconds: 25 },
  }),
  flow: (id: string, flowId: string, parent?: string): FlowStep => ({ id, ...at(parent), kind: 'flow', flowId }),
}

type Published = { flowId?: string; version?: number; numberId?: string }
/** Publishes a flow, for a number if one is given. */
export async function publishFlow(
  { db, businessId }: { db: Db; businessId: string },
  content: FlowContent,
  { flowId = newId(), version = 1, numberId }: Published = {},
): Promise<string> {
  const own = { business_id: businessId }
  await db
    .insertInto('call_flows')
    .values({ ...own, id: flowId, name: 'Flow' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('call_flow_versions')
    .values({ ...own, flow_id: flowId, version, content: JSON.stringify(content) })
    .execute()
  await db
    .updateTable('call_flows')
    .set({ version })
    .where('business_id', '=', businessId)
    .where('id', '=', flowId)
    .execute()
  if (numberId)
    await db
      .updateTable('virtual_numbers')
      .set({ flow_id: flowId })
      .where('business_id', '=', businessId)
      .where('id', '=', numberId)
      .execute()
  return flowId
}

type Line = Pick<Awaited<ReturnType<typeof testNumber>>, 'dial' | 'hook' | 'row'>
/** A call whose caller and phones do what a test says, through the hooks that it was answered with. */
export async function flowCall({ dial, hook, row }: Line, from: string) {
  const { sid, xml } = await dial(from)
  const call = {
    sid,
    xml,
    /** The last forms, to be sent again. */
    sent: [] as [path: string, form: Form][],
    async send(path: string, form: Form) {
      call.sent.push([path, form])
      call.xml = (await hook(path, form)).xml
      return call.xml
    },
    hookOf: (kind: string) => Object.entries(hooksIn(call.xml)).find(([end]) => end.startsWith(`${kind}/`))?.[1] ?? '',
    /** Presses a key in the menu or while waiting; empty: none. */
    press: (key = '') => {
      const path = call.hookOf('menu') || call.hookOf('wait')
      return call.send(path, { CallSid: sid, CallStatus: 'in-progress', Digits: key })
    },
    /** The phones of the step that rings do not answer. */
    unanswered: (status = 'no-answer') => {
      const dialled = { DialCallStatus: status, DialBridged: 'false' }
      return call.send(call.hookOf('dial'), { CallSid: sid, CallStatus: 'in-progress', ...dialled })
    },
    /** A phone of the step that rings reports. */
    leg: (CallStatus: string, legSid: string, place = 0) => {
      const path =
        Object.entries(hooksIn(call.xml)).find(([end]) => new RegExp(`^leg/\\d+/${place}$`).test(end))?.[1] ?? ''
      return hook(path, { CallSid: legSid, ParentCallSid: sid, CallStatus, SequenceNumber: CallStatus })
    },
    /** The first phone answers. */
    async answer() {
      const legSid = aSid('CA')
      await call.leg('ringing', legSid)
      await call.leg('in-progress', legSid)
      return legSid
    },
    /** The provider sends the call once more, after a hook that failed. */
    async again() {
      call.xml = (await dial(from, sid)).xml
      return call.xml
    },
    /** The phones that ring now, and the identities of browsers. */
    rung: () => [...call.xml.matchAll(/<(?:Number|Identity)[^>]*>([^<]+)/g)].map(([, who]) => who),
    /** What is spoken. */
    said: () => [...call.xml.matchAll(/<Say [^>]*>([^<]*)/g)].map(([, words]) => words),
    /** The caller's own leg ends. */
    async end(status = 'completed') {
      await hook('/status', { CallSid: sid, CallStatus: status, CallDuration: '5' })
      return row(sid)
    },
    row: () => row(sid),
  }
  return call
}
