import { expect, test } from 'vitest'
import { plusDays, wallTimeOf } from '../values/clock.ts'
import type { CityKey } from './cities.ts'
import { newHours } from './new-hours.ts'
import { restsOf } from './rests.ts'

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
const cases = published.flatMap(({ source, friday, times }) =>
  Object.entries(times).flatMap(([city, [lighting, end]]) => [
    ...(lighting ? [{ source, city: city as CityKey, friday, what: 'from' as const, time: lighting }] : []),
    { source, city: city as CityKey, friday, what: 'to' as const, time: end },
  ]),
)

test.each(cases)('$friday, $city, $what: $time within two minutes, as in $source', ({ city, friday, what, time }) => {
  const rest = restsOf(newHours(city))(plusDays(friday, 1))
  const wall = wallTimeOf(new Date(rest?.[what] ?? 0))
  expect(wall.slice(0, 10)).toBe(what === 'from' ? friday : plusDays(friday, 1))
  expect(Math.abs(minutesOf(wall.slice(11)) - minutesOf(time))).toBeLessThanOrEqual(2)
})

test('there are 43 of them', () => expect(cases).toHaveLength(43))
