import { expect, test } from 'vitest'
import { candleMinutesIn, cityKeys, cityOf, findCity } from './cities.ts'

test.each([
  ['תל אביב', 'tel_aviv'],
  ['Tel Aviv-Yafo', 'tel_aviv'],
  ['תל-אביב יפו', 'tel_aviv'],
  ['קרית גת', 'kiryat_gat'],
  ['Ra’anana', 'raanana'],
  ['Raanana', 'raanana'],
  ['חיפה', 'haifa'],
  ['  haifa ', 'haifa'],
  ['Paris', 'jerusalem'],
  ['', 'jerusalem'],
  ['–', 'jerusalem'],
] as const)('the address “%s” is in %s', (address, city) => expect(findCity(address)).toBe(city))

test('each city is found by its names and lies in Israel', () => {
  for (const key of cityKeys) {
    const { he, en, at } = cityOf(key)
    expect([findCity(he), findCity(en)]).toEqual([key, key])
    expect(at[0] > 29.4 && at[0] < 33.4 && at[1] > 34.2 && at[1] < 35.8, key).toBe(true)
  }
})

test('candles are lit 40 minutes before sunset in Jerusalem, 30 in Haifa, else 18', () => {
  const others = cityKeys.filter((key) => candleMinutesIn(key) !== 18)
  expect(others.map((key) => [key, candleMinutesIn(key)])).toEqual([
    ['jerusalem', 40],
    ['haifa', 30],
  ])
})
