import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { responseBuckets, responseStep, responseSteps, stepsOf } from '#contract/leads/responses/responses.ts'
import { testApp } from '../../../testing/test-app.ts'

const { deps } = await testApp()

describe('the time to the first response', () => {
  test('is given by its bucket; each bucket starts where the previous one ends', async () => {
    const wanted = [
      ['00:00:00', '5m', '0'],
      ['00:00:29.9', '5m', '0'],
      ['00:00:30', '5m', '30'],
      ['00:04:59.999', '5m', '270'],
      ['00:05:00', '15m', '300'],
      ['00:14:59', '15m', '840'],
      ['00:15:00', '1h', '900'],
      ['00:59:59', '1h', '3300'],
      ['01:00:00', '4h', '3600'],
      ['03:59:59', '4h', '13500'],
      ['04:00:00', '1d', '14400'],
      ['23:59:59', '1d', '79200'],
      ['24:00:00', 'later', '86400'],
      ['8 days', 'later', '604800'],
      ['400 days', 'later', '7862400'],
      // The clock of the process that stored the response is behind.
      ['-00:00:03', '5m', '0'],
      [null, 'none', 'none'],
    ]
    const { rows } = await sql<{ took: string | null; bucket: string; step: string }>`
      select took, response_bucket(seconds) as bucket, response_step(seconds) as step
      from unnest(${wanted.map(([took]) => took)}::text[]) with ordinality as asked(took, place),
        lateral (select seconds_to('2026-03-27T00:00Z', '2026-03-27T00:00Z'::timestamptz + took::interval) as seconds) s
      order by place`.execute(deps.workerDb)
    expect(rows.map(({ took, bucket, step }) => [took, bucket, step])).toEqual(wanted)
  })

  test('has the same steps in the contract as in the database', async () => {
    const edges = responseSteps.flatMap(({ from, until }) => [from, from + 1, until - 1, until])
    const seconds = [...new Set(edges), 9_999_999]
    const { rows } = await sql<{
      step: string
      bucket: string
    }>`select response_step(s) as step, response_bucket(s) as bucket
      from unnest(${seconds}::int[]) with ordinality as asked(s, place) order by place`.execute(deps.workerDb)
    expect(seconds.map(responseStep)).toEqual(rows.map(({ step }) => step))
    for (const { step, bucket } of rows)
      expect(responseBuckets.filter((one) => stepsOf(one).includes(step))).toEqual([bucket])
    expect(responseStep(null)).toBe('none')
  })
})
