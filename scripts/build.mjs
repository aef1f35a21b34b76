import { buildWebIfStale } from './web-build.mjs'

await buildWebIfStale()
