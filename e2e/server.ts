import { rm } from 'node:fs/promises'

/** The product's own server on a database made anew, so that every run begins with the same demo business. */
await rm(process.env.DATA_DIR ?? '.data-e2e', { recursive: true, force: true })
await import('../server/main.ts')
