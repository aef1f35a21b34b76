import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Act } from './act.ts'
import { type Outcome, sendInOrder } from './send-in-order.ts'
import type { ActStore } from './store.ts'

const USER = 'user'
const HOUR_MS = 3_600_000

/** A device: what it stores outlives a closed page. */
function aDevice() {
  let stored: Act[] = []
  let last = 0
  const store: ActStore = {
    list: async () => stored.map((one) => ({ ...one })),
    add: async (act) => {
      last += 1
      stored = [...stored, { ...act, order: last } as Act]
    },
    put: async (act) => {
      stored = stored.map((one) => (one.order === act.order ? act : one))
    },
    remove: async (order) => {
      stored = stored.filter((one) => one.order !== order)
    },
  }
  const note = (id: string, userId = USER) =>
    store.add({
      ...{ id, userId, businessId: 'b', leadId: 'l', at: 0 },
      ...{ kind: 'comment' as const, body: { text: id } },
    })
  return { store, note }
}

/** A server that does each key once, and remembers it. */
function aServer() {
  const done: string[] = []
  return { done, take: (id: string) => void (done.includes(id) || done.push(id)) }
}

class Closed extends Error {}
const DONE: Outcome = { kind: 'done', reply: null }
const LOST: Outcome = { kind: 'lost' }
const sendingOf = (store: ActStore, send: (act: Act) => Promise<Outcome>, now = 0) =>
  sendInOrder({ store, userId: USER, send, onEnd: () => false, now: () => now })

/** What the network does to one request; `closed`: the app is closed before the reply is noted. */
const faults = ['none', 'off', 'replyLost', 'closed', 'closedBefore'] as const
function through(network: readonly (typeof faults)[number][], take: (id: string) => void) {
  const left = [...network]
  return async ({ id }: Act): Promise<Outcome> => {
    const fault = left.shift() ?? 'off'
    if (fault === 'closedBefore') throw new Closed()
    if (fault === 'off') return LOST
    take(id)
    if (fault === 'closed') throw new Closed()
    return fault === 'replyLost' ? LOST : DONE
  }
}

describe('what waits for a network', () => {
  it('is done once and in order, whatever the network does and whenever the app is closed', async () => {
    const Step = fc.oneof(
      { weight: 2, arbitrary: fc.constant('note' as const) },
      { weight: 3, arbitrary: fc.array(fc.constantFrom(...faults), { minLength: 1, maxLength: 5 }) },
    )
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { maxLength: 40 }), async (steps) => {
        const { store, note } = aDevice()
        const { done, take } = aServer()
        const noted: string[] = []
        for (const step of steps) {
          if (step === 'note') {
            noted.push(`act ${noted.length}`)
            await note(noted.at(-1) ?? '')
            continue
          }
          await sendingOf(store, through(step, take)).catch((error: unknown) => {
            if (!(error instanceof Closed)) throw error
          })
        }
        await sendingOf(store, async ({ id }) => {
          take(id)
          return DONE
        })
        expect(done).toEqual(noted)
        expect(await store.list()).toEqual([])
      }),
    )
  })

  it('does not hold back what is behind a refused act, which stays until the person decides', async () => {
    const { store, note } = aDevice()
    for (const id of ['first', 'refused', 'third']) await note(id)
    const sent: string[] = []
    const refusal = { code: 'lead_not_found', message: 'The lead was not found' }
    const send = async ({ id }: Act): Promise<Outcome> => {
      sent.push(id)
      return id === 'refused' ? { kind: 'refused', refusal } : DONE
    }
    await sendingOf(store, send)
    await sendingOf(store, send)
    expect(sent).toEqual(['first', 'refused', 'third'])
    expect(await store.list()).toMatchObject([{ id: 'refused', refusal }])
  })

  it('is not sent again where the server may have forgotten that it was done', async () => {
    const { store, note } = aDevice()
    await note('comment')
    await sendingOf(store, async () => LOST, 0)
    const sent: string[] = []
    const send = async ({ id }: Act) => {
      sent.push(id)
      return DONE
    }
    await sendingOf(store, send, 24 * HOUR_MS)
    expect(sent).toEqual([])
    expect(await store.list()).toMatchObject([{ id: 'comment', refusal: { code: 'unsure' } }])
  })

  it('that was never sent waits for as long as it takes', async () => {
    const { store, note } = aDevice()
    await note('comment')
    const sent: string[] = []
    await sendingOf(
      store,
      async ({ id }) => {
        sent.push(id)
        return DONE
      },
      240 * HOUR_MS,
    )
    expect(sent).toEqual(['comment'])
  })

  it('of another person is left alone', async () => {
    const { store, note } = aDevice()
    await note('theirs', 'another')
    await note('own')
    const sent: string[] = []
    await sendingOf(store, async ({ id }) => {
      sent.push(id)
      return DONE
    })
    expect(sent).toEqual(['own'])
    expect(await store.list()).toMatchObject([{ id: 'theirs' }])
  })
})
