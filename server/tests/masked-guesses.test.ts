import { describe, expect, test } from 'vitest'
import { allRoutes, samples } from '../testing/routes/all-samples.ts'
import { attempts } from '../testing/routes/masked-guesses.ts'
import { comparable, maskedWorld, partnersView, TARGET, WRONG } from '../testing/routes/masked-world.ts'
import { type Sample, sampleOf, textsOf } from '../testing/routes/route-samples.ts'
import { testApp } from '../testing/test-app.ts'

const it = await testApp({ env: { DEMO: '1' } })

/** Fields that may take a phone, an e-mail or a part of one. */
const CONTACT = /phone|email|search|recipients|typed|notifications|filters|identifier|address|sms/i
const guessable = allRoutes
  .map(({ name, route }) => ({ name, route, places: textsOf(route).filter((place) => CONTACT.test(place.join('.'))) }))
  .filter(({ places }) => places.length > 0)

/** Routes without an attempt below: they get the guess in each such field. */
const plain = allRoutes.map(({ name }) => name).filter((name) => samples[name]?.takesContacts)
const attempted = new Set(Object.values(attempts).flatMap(({ routes: used }) => used))
test('every route that takes a phone or an e-mail is listed', () => {
  expect(guessable.map(({ name }) => name).filter((name) => !attempted.has(name))).toEqual(plain)
})

describe('a right guess and a wrong one show a partner the same', () => {
  test.each(Object.entries(attempts))('%s', async (_, { attempt }) => {
    const [right, wrong] = [await maskedWorld(it), await maskedWorld(it)]
    const ofRight = { answers: await attempt(right, TARGET), view: await partnersView(right) }
    const ofWrong = { answers: await attempt(wrong, WRONG), view: await partnersView(wrong) }
    expect(comparable(ofRight, TARGET)).toEqual(comparable(ofWrong, WRONG))
  })
})

/** The sample with the guess in its contact fields. */
function withGuess(sample: Record<string, Sample>, place: string[], value: string): Record<string, Sample> {
  const put = (at: Sample | undefined, [name, ...rest]: string[]): Sample => {
    if (name === undefined) return value
    if (name === '[]') return [put(undefined, rest)]
    const known = typeof at === 'object' && at !== null && !Array.isArray(at) ? at : {}
    return { ...known, [name]: put(known[name], rest) }
  }
  return put(sample, place) as Record<string, Sample>
}

describe('a route closed to partners replies to a right guess as to a wrong one', () => {
  test.each(guessable.filter(({ name }) => plain.includes(name)))('$name', async ({ route, places }) => {
    const [right, wrong] = [await maskedWorld(it), await maskedWorld(it)]
    const ask = async (world: typeof right, guess: typeof TARGET) => {
      const known = { id: world.target._id, campaignId: world.campaignId }
      const answers: unknown[] = []
      for (const place of places)
        for (const value of Object.values(guess)) {
          const input = withGuess(sampleOf(route, known), place, value)
          const { status, body } = await it.send(route, world.partner, input as never)
          answers.push([status, body])
        }
      return { answers, view: await partnersView(world) }
    }
    expect(comparable(await ask(right, TARGET), TARGET)).toEqual(comparable(await ask(wrong, WRONG), WRONG))
  })
})
