import { expect, test } from 'vitest'
import { dayOf, momentOf, plusDays, wallTimeOf } from '#contract/values/clock.ts'
import type { CityKey } from '#contract/working-hours/cities.ts'
import { newHours } from '#contract/working-hours/new-hours.ts'
import { workingHoursRoutes } from '#contract/working-hours/working-hours.ts'
import { testApp } from '../../testing/test-app.ts'

const it = await testApp({ now: () => new Date('2026-11-24T10:00:00Z') })

/** Times of Shabbat as newspapers published them: candle lighting on the Friday, end on the day after. */
const published: {
  source: string
  friday: string
  times: Partial<Record<CityKey, [lighting: string | null, end: string]>>
}[] = [
  {
    // Its times of lighting in Tel Aviv and Eilat, 16:26 and 16:23, are not those of 18 minutes before sunset.
    source: 'https://www.newsru.co.il/jtradition/1jan2026/candles.html',
    friday: '2026-01-02',
    times: {
      jerusalem: ['16:07', '17:27'],
      haifa: ['16:15', '17:26'],
      beer_sheva: ['16:29', '17:30'],
      tel_aviv: [null, '17:28'],
      eilat: [null, '17:32'],
    },
  },
  {
    source: 'https://www.newsru.co.il/jtradition/15jan2026/candles.html',
    friday: '2026-01-16',
    times: {
      jerusalem: ['16:18', '17:38'],
      tel_aviv: ['16:41', '17:40'],
      haifa: ['16:27', '17:38'],
      beer_sheva: ['16:43', '17:41'],
      eilat: ['16:46', '17:43'],
    },
  },
  {
    source: 'https://www.ice.co.il/local-news/news/article/1101670',
    friday: '2026-01-30',
    times: {
      jerusalem: ['16:31', '17:50'],
      beer_sheva: ['16:56', '17:53'],
      tel_aviv: ['16:54', '17:52'],
      haifa: ['16:40', '17:50'],
    },
  },
  {
    source: 'https://www.newsru.co.il/jtradition/20feb2026/candles.html',
    friday: '2026-02-20',
    times: {
      jerusalem: ['16:49', '18:07'],
      tel_aviv: ['17:13', '18:09'],
      haifa: ['16:59', '18:07'],
      beer_sheva: ['17:14', '18:09'],
      eilat: ['17:15', '18:10'],
    },
  },
  {
    // On the day of the clock change. It lights candles in Tel Aviv, Beersheba and Eilat by other customs than 18 minutes.
    source: 'https://desktop.maariv.co.il/jewishism/shabat-times',
    friday: '2026-03-27',
    times: {
      jerusalem: ['18:15', '19:32'],
      haifa: ['18:26', '19:34'],
      tel_aviv: [null, '19:34'],
      beer_sheva: [null, '19:34'],
      eilat: [null, '19:32'],
    },
  },
]

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** Candle lighting is by the city's custom: 40 minutes before sunset in Jerusalem, 30 in Haifa, else 18. */
const customs = { jerusalem: 40, haifa: 30, tel_aviv: 18, beer_sheva: 18, eilat: 18 } as const
const cities = Object.keys(customs) as (keyof typeof customs)[]
const casesOf = (city: CityKey) =>
  published.flatMap(({ source, friday, times }) => {
    const [lighting, end] = times[city] ?? []
    return [
      ...(lighting ? [{ source, friday, what: 'from' as const, time: lighting }] : []),
      ...(end ? [{ source, friday, what: 'to' as const, time: end }] : []),
    ]
  })

test.each(cities)('times of Shabbat in %s are within two minutes of those that are published', async (city) => {
  const owner = await (await it.newBusiness()).member('Owner')
  const body = { hours: newHours(city), expected: 0 }
  expect((await it.send(workingHoursRoutes.change, owner, { body })).body.hours.candleMinutes).toBe(customs[city])
  const { rests } = (await it.send(workingHoursRoutes.holidays, owner, { query: { year: 2026 } })).body
  const restAt = async (at: number) => {
    const query = { at: new Date(at).toISOString() }
    return (await it.send(workingHoursRoutes.at, owner, { query })).body.state.rest
  }
  for (const { source, friday, what, time } of casesOf(city)) {
    const day = what === 'from' ? friday : plusDays(friday, 1)
    const said = `${city} ${day} ${what} ${time}, ${source}`
    const found = rests.find(({ from, to }) => dayOf(from) <= day && day <= dayOf(to))
    const wall = wallTimeOf(found?.[what] ?? '1970-01-01')
    expect([said, wall.slice(0, 10)]).toEqual([said, day])
    expect(Math.abs(minutesOf(wall.slice(11)) - minutesOf(time)), `${said}: ${wall}`).toBeLessThanOrEqual(2)
    // The minutes around it, as any clock asks.
    const at = momentOf(day, minutesOf(time)).getTime()
    const around = [(await restAt(at - 3 * 60_000)) !== null, (await restAt(at + 3 * 60_000)) !== null]
    expect([said, around]).toEqual([said, what === 'from' ? [false, true] : [true, false]])
  }
})

test('there are 43 of them', () => expect(cities.flatMap(casesOf)).toHaveLength(43))
