import autocannon from 'autocannon'
import { ROUNDS, SECONDS } from './world.ts'

export type Shot = { rps: number; p50: number; p99: number }
/** One row of the table: a URL and the number of concurrent connections. */
export type Case = { name: string; url: string; connections: number; requests: autocannon.Request[]; target?: string }

/** Keeps `connections` busy for a round. Throws on any error reply, which would invalidate the figure. */
async function shoot({ url, connections, requests }: Case): Promise<Shot> {
  const result = await autocannon({ url, connections, duration: SECONDS, requests })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`)
  // autocannon reports latency in whole milliseconds; at one connection the mean is exact and not below the median.
  const p50 = connections === 1 ? 1000 / result.requests.average : result.latency.p50
  return { rps: result.requests.average, p50, p99: result.latency.p99 }
}

export type Measured = {
  /** The median of each figure. */
  of: (name: string) => Shot
  /** Throughput relative to the reference in the same round: the median over rounds. */
  shareOf: (name: string, reference: string) => number
}
/**
 * Interleaves cases in rounds, so that noise affects all rows alike. Ratios to the reference are computed within a
 * round: the machine may be twice as fast in the next.
 */
export async function measure(cases: Case[]): Promise<Measured> {
  const seen = new Map<string, Shot[]>(cases.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round++) {
    for (const one of cases) seen.get(one.name)?.push(await shoot(one))
    process.stdout.write(`round ${round + 1} of ${ROUNDS}\n`)
  }
  const shots = (name: string) => seen.get(name) ?? []
  return {
    of: (name) => medianShot(shots(name)),
    shareOf: (name, reference) => median(shots(name).map(({ rps }, i) => rps / (shots(reference)[i]?.rps ?? 0))),
  }
}

const medianShot = (shots: Shot[]): Shot => ({
  rps: median(shots.map(({ rps }) => rps)),
  p50: median(shots.map(({ p50 }) => p50)),
  p99: median(shots.map(({ p99 }) => p99)),
})

export const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN
export const share = (numbers: number[], of: number) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length * of)] ?? Number.NaN
