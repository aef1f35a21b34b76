import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { withClient } from '../../platform/db/connections.ts'
import { atFileEnd } from '../at-file-end.ts'

let ofWorker: Promise<string> | undefined
let ofFile: Promise<string> | undefined

/** Addresses of this test file's own database for each role; cloned from the migrated template on first use. */
export function testDatabase() {
  ofFile ??= clone()
  atFileEnd(() => {
    ofFile = undefined
  })
  return urlsOf(ofFile)
}

/** Addresses of the database that the files of this worker share: each makes its own business. */
export function sharedDatabase() {
  ofWorker ??= clone()
  return urlsOf(ofWorker)
}

async function urlsOf(database: Promise<string>) {
  const { adminUrl, ownerUrl, appUrl, workerUrl } = inject('databases')
  const name = await database
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${name}` }).href
  return { adminUrl: at(adminUrl), ownerUrl: at(ownerUrl), appUrl: at(appUrl), workerUrl: at(workerUrl) }
}

function clone(): Promise<string> {
  const { adminUrl, template, prefix } = inject('databases')
  return withClient(adminUrl, async (admin) => {
    const name = `${prefix}${randomUUID().slice(0, 8)}`
    await admin.query(`create database ${name} template ${template} owner leadline_owner`)
    return name
  })
}
