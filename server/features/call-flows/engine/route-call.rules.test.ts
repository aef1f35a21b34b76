import { describe, expect, test } from 'vitest'
import { aRouting } from '../../../testing/test-numbers.ts'
import type { RouteFacts, Texts } from '../../numbers/routing.rules.ts'
import { routeCall } from './route-call.rules.ts'

const texts: Texts = (language, key, values) => `${language} ${key} ${values?.campaign ?? ''}`.trim()
const [dana, amir, noa] = ['dana', 'amir', 'noa']
const softphone = (userId: string) => ({ kind: 'softphone', userId }) as const
const mobile = (phone: string, userId: string | null = null) => ({ kind: 'phone', phone, userId }) as const
/** A Sunday, 10:00 in Israel. */
const now = new Date('2026-03-01T08:00:00Z')
const closed = { days: Array.from({ length: 7 }, () => []) }

type Changes = Partial<Omit<RouteFacts, 'number'>> & { routing?: Parameters<typeof aRouting>[0]; state?: string }
const facts = ({ routing, state = 'active', ...changes }: Changes = {}): RouteFacts => ({
  number: { phone: '+972724440001', state, routing: aRouting(routing) },
  campaign: { name: 'Winter', isEnabled: true, startDate: null, endDate: null },
  caller: '+972541234567',
  screenedBy: null,
  members: [dana, amir, noa],
  away: [],
  virtual: [],
  knownBy: null,
  ...changes,
})
const route = (changes?: Changes) => routeCall(facts(changes), now, texts)

describe('screening, the first that holds', () => {
  const running = { name: 'Winter', isEnabled: true, startDate: '2026-03-01', endDate: '2026-03-01' }
  test.each([
    ['nothing', {}, null],
    ['the blacklist before all', { screenedBy: 'entry', state: 'paused', routing: { hours: closed } }, 'blacklisted'],
    ['a number that is paused before the hours', { state: 'paused', routing: { hours: closed } }, 'not_active'],
    ['one that was given back', { state: 'quarantined' }, 'not_active'],
    ['one of no campaign', { campaign: null }, 'not_active'],
    ['a paused campaign', { campaign: { ...running, isEnabled: false } }, 'not_active'],
    ['a campaign that begins tomorrow', { campaign: { ...running, startDate: '2026-03-02' } }, 'not_active'],
    ['one that ended yesterday', { campaign: { ...running, endDate: '2026-02-28' } }, 'not_active'],
    ['its only day', { campaign: running }, null],
    ['hours that are over', { routing: { hours: closed } }, 'out_of_time'],
  ] as [string, Changes, string | null][])('%s', (_what, changes, block) => {
    const plan = route(changes)
    expect(plan.block).toBe(block)
    expect(plan.steps).toHaveLength(block ? 0 : 1)
  })

  test('an active number without a phone to ring plays what follows no answer, and is never busy', () => {
    const unanswered = (kind: 'message' | 'voicemail' | 'hangup', changes: Changes = {}) => {
      const { block, steps, closing } = route({
        ...changes,
        routing: { ...changes.routing, noAnswer: { kind, text: '' } },
      })
      return { block, steps, closing }
    }
    const empty = { routing: { ring: { ...aRouting().ring, targets: [] } } }
    const suspended = { members: [], routing: { ring: { ...aRouting().ring, targets: [softphone(dana)] } } }
    const virtual = { virtual: ['+972501111111'] }
    for (const changes of [empty, suspended, virtual]) {
      const rest = { block: null, steps: [] }
      expect(unanswered('voicemail', changes)).toEqual({
        ...rest,
        closing: { kind: 'voicemail', text: 'en no_answer.voicemail' },
      })
      expect(unanswered('message', changes)).toEqual({
        ...rest,
        closing: { kind: 'message', text: 'en no_answer.message' },
      })
      // Hanging up at once would cut the caller off without an announcement.
      expect(unanswered('hangup', changes)).toEqual({
        ...rest,
        closing: { kind: 'message', text: 'en no_answer.message' },
      })
      expect(route({ ...changes, state: 'paused' }).block).toBe('not_active')
    }
  })

  test('what each of them hears', () => {
    expect(route({ screenedBy: 'entry' }).closing).toEqual({ kind: 'reject', reason: 'rejected' })
    expect(route({ state: 'paused' }).closing).toEqual({ kind: 'reject', reason: 'busy' })
    const outside = (kind: 'message' | 'voicemail' | 'hangup', text = '') =>
      route({ routing: { hours: closed, outside: { kind, text } } }).closing
    expect(outside('message')).toEqual({ kind: 'message', text: 'en outside.message' })
    expect(outside('voicemail', 'Back on Sunday')).toEqual({ kind: 'voicemail', text: 'Back on Sunday' })
    expect(outside('hangup')).toEqual({ kind: 'reject', reason: 'busy' })
  })
})

describe('who rings', () => {
  const targets = [softphone(dana), softphone(amir), mobile('+972501111111', noa)]
  const ringing = (mode: 'together' | 'in_order', changes: Changes = {}, knownFirst = true) =>
    route({ ...changes, routing: { ring: { mode, seconds: 15, knownFirst, targets } } }).steps.map(({ legs }) =>
      legs.map((leg) => (leg.kind === 'phone' ? leg.phone : leg.userId)),
    )
  const mobileOfNoa = '+972501111111'

  test.each([
    ['together', ringing('together'), [[dana, amir, mobileOfNoa]]],
    ['in order', ringing('in_order'), [[dana], [amir], [mobileOfNoa]]],
    [
      'who knows the caller first, then all others',
      ringing('together', { knownBy: noa }),
      [[mobileOfNoa], [dana, amir]],
    ],
    ['who knows the caller first in order', ringing('in_order', { knownBy: amir }), [[amir], [dana], [mobileOfNoa]]],
    ['unless that is not wanted', ringing('together', { knownBy: noa }, false), [[dana, amir, mobileOfNoa]]],
    [
      'one who knows the caller and is not in the list',
      ringing('together', { knownBy: 'x' }),
      [[dana, amir, mobileOfNoa]],
    ],
    ['not who left the business', ringing('together', { members: [dana] }), [[dana]]],
    ['not who is away', ringing('in_order', { away: [dana] }), [[amir], [mobileOfNoa]]],
    ['a phone although its person is away', ringing('in_order', { away: [noa] }), [[dana], [amir], [mobileOfNoa]]],
    ['no number that comes back here', ringing('together', { virtual: [mobileOfNoa] }), [[dana, amir]]],
  ])('%s', (_what, steps, expected) => {
    expect(steps).toEqual(expected)
  })

  test('if all are away they are rung all the same', () => {
    const ring = { mode: 'together', seconds: 15, knownFirst: false, targets: [softphone(dana)] } as const
    expect(route({ away: [dana], routing: { ring: { ...ring, targets: [...ring.targets] } } }).steps).toHaveLength(1)
  })

  test('each step rings for its seconds', () => {
    expect(route({ routing: { ring: { mode: 'in_order', seconds: 15, knownFirst: false, targets } } }).steps).toEqual(
      targets.map((leg) => ({ seconds: 15, legs: [leg] })),
    )
  })
})

test('what is said, by its own words or the standard ones in the language of the number', () => {
  const plan = route({
    routing: {
      announcement: { isOn: true, text: '' },
      whisper: { isOn: true, text: 'A call for the garden' },
      recording: true,
      noAnswer: { kind: 'voicemail', text: '' },
      screening: true,
      language: 'he',
    },
  })
  expect(plan).toMatchObject({
    announcement: 'he recorded Winter',
    whisper: 'A call for the garden',
    screening: true,
    recording: true,
    closing: { kind: 'voicemail', text: 'he no_answer.voicemail' },
    callerId: null,
  })
  expect(route({ routing: { announcement: { isOn: true, text: '' } } }).announcement).toBe('en welcome Winter')
  expect(route().announcement).toBeNull()
})

test('a caller who hides the number is shown as the number that was dialled', () => {
  expect(route({ caller: null }).callerId).toBe('+972724440001')
})
