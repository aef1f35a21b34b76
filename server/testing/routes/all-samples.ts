import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { routes } from '#contract/index.ts'
import type { Route } from '#contract/route.ts'
import type { Samples } from './samples.ts'

export const allRoutes = Object.entries(routes).flatMap(([feature, of]) =>
  Object.entries(of).map(([name, route]) => ({ name: `${feature}.${name}`, route: route as Route })),
)

/** The samples of every feature, found by the names of their files. */
export const samples: Samples = {}
for (const path of globSync('server/features/*/*.samples.ts')) {
  const { samples: own } = (await import(resolve(path))) as { samples: Samples }
  const twice = Object.keys(own).filter((name) => name in samples)
  if (twice.length > 0) throw new Error(`${path} repeats the sample of ${twice.join(', ')}`)
  Object.assign(samples, own)
}

const named = Object.keys(samples)
/** Routes without a sample, and samples without a route. */
export const unmatched = [
  ...allRoutes.filter(({ name }) => !named.includes(name)).map(({ name }) => `${name} has no sample`),
  ...named.filter((name) => allRoutes.every((one) => one.name !== name)).map((name) => `${name} is not a route`),
]
