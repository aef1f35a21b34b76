import { expect, test } from 'vitest'
import { callFlowRoutes } from '#contract/calls/flows/call-flows.ts'
import { numberRoutes } from '#contract/calls/numbers.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { flowOf, publishFlow, step } from '../../../../testing/features/test-flows.ts'
import { aPhone, testApp } from '../../../../testing/test-app.ts'
import { testExchange, testNumber } from '../../../../testing/test-numbers.ts'

const START = new Date('2026-11-25T10:00:00Z')
let moment = START
const it = await testApp({ exchange: () => testExchange, now: () => moment })
const phone = '+972501111111'
/** Each day from 8:00 to 20:00, also on Shabbat. */
const daily = Array.from({ length: 7 }, () => [{ from: '08:00', to: '20:00' }])
const kept = { days: daily, keepsHolidays: true }
const closed = { kind: 'message', text: 'Closed' } as const

/** Jerusalem: Shabbat of 27 November 2026 from 15:56 to 17:12 of the day after, by the city's custom of 40 minutes. */
async function world(hours: object) {
  moment = START
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business, { routing: { hours: hours as typeof kept, outside: closed } })
  const body = { hours: newHours('jerusalem'), expected: 0 }
  expect((await it.send(workingHoursRoutes.change, owner, { body })).status).toBe(200)
  const isOpenAt = async (at: string) => {
    moment = new Date(`${at}:00+02:00`)
    const { xml } = await number.dial(aPhone())
    expect(xml.includes('>Closed</Say>') || xml.includes(phone), xml).toBe(true)
    return xml.includes(phone)
  }
  return { ...business, ...number, owner, isOpenAt }
}

test('a number with own hours that keep holidays is closed on Shabbat and Yom Tov of the business; others ring', async () => {
  const [keeps, others] = [await world(kept), await world({ days: daily })]
  const open = async (at: string) => [await keeps.isOpenAt(at), await others.isOpenAt(at)]
  expect(await open('2026-11-27T15:00')).toEqual([true, true])
  expect(await open('2026-11-27T16:30')).toEqual([false, true])
  expect(await open('2026-11-28T12:00')).toEqual([false, true])
  // After its end, and outside the own hours.
  expect(await open('2026-11-28T18:30')).toEqual([true, true])
  expect(await open('2026-11-28T20:30')).toEqual([false, false])
  // Pesach.
  expect(await open('2027-04-22T11:00')).toEqual([false, true])
})

test('the hours of the campaign are asked before those of the business, and special days hold', async () => {
  const { owner, campaignId, isOpenAt } = await world(kept)
  expect(await isOpenAt('2026-11-28T12:00')).toBe(false)
  moment = START
  const special = { day: '2026-12-01', name: 'Stocktaking', ranges: [] }
  const hours = { ...newHours('jerusalem'), shabbat: 'open' as const, specialDays: [special] }
  const set = await it.send(workingHoursRoutes.changeOfCampaign, owner, {
    params: { id: campaignId },
    body: { hours, expected: 0 },
  })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  expect(await isOpenAt('2026-11-28T12:00')).toBe(true)
  expect(await isOpenAt('2026-12-01T12:00')).toBe(false)
})

test('a business that never set its hours has those of a new one; the choice is saved with the number', async () => {
  const business = await it.newBusiness()
  const owner = await business.member('Owner')
  const number = await testNumber(it, business, { routing: { hours: { days: daily }, outside: closed } })
  const { body } = await it.send(numberRoutes.change, owner, {
    params: { id: number.numberId },
    body: { routing: { hours: kept } },
  })
  expect(body.number.routing.hours).toEqual(kept)
  moment = new Date('2026-11-28T12:00:00+02:00')
  expect((await number.dial(aPhone())).xml).toContain('>Closed</Say>')
  moment = START
})

test('a step of a call flow keeps them, too, and the rehearsal closes in the minute of candle lighting', async () => {
  const made = await world({ days: daily })
  const content = flowOf([
    step.open('o', { by: 'own', hours: kept }),
    step.ring('r', [phone], {}, 'o.open'),
    step.message('e', '', 'o.open'),
    step.message('c', 'Closed', 'o.closed'),
  ])
  const flowId = await publishFlow(made, content, { numberId: made.numberId })
  expect(await made.isOpenAt('2026-11-27T15:00')).toBe(true)
  expect(await made.isOpenAt('2026-11-28T12:00')).toBe(false)
  moment = START
  const { body } = await it.send(callFlowRoutes.rehearsal, made.owner, {
    params: { id: flowId },
    query: { numberId: made.numberId },
  })
  const friday = body.rehearsal.spans.find(({ from }) => from.startsWith('2026-11-27T06:00'))
  expect(friday?.state).toBe('answered')
  const { rests } = (await it.send(workingHoursRoutes.holidays, made.owner, { query: { year: 2026 } })).body
  const shabbat = rests.find(({ from }) => from.startsWith('2026-11-27'))
  expect([friday?.to, shabbat?.from]).toEqual([shabbat?.from, friday?.to])
  const evening = body.rehearsal.spans.find(({ from }) => from === shabbat?.to)
  expect([evening?.state, evening?.to]).toEqual(['answered', '2026-11-28T18:00:00.000Z'])
})
