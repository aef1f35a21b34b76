import { rm } from 'node:fs/promises'
import { limits } from '../../server/features/auth/limits.ts'
import { startIssuer } from '../../server/testing/accounts/test-issuer.ts'

/** The product's own server on a new database, so that every run starts with the same demo business. */
await rm(process.env.DATA_DIR ?? '.data-e2e', { recursive: true, force: true })
// All e2e tests register people from this machine, so the limits per network are raised.
const { registration, codesFromPlace, codesFromPlaceOfDay, recoveryPlace } = limits
const { emailCodesFromPlace, emailCodesFromPlaceOfDay, emailCodeTriesFromPlace } = limits
const ofMails = [emailCodesFromPlace, emailCodesFromPlaceOfDay, emailCodeTriesFromPlace]
for (const limit of [registration, codesFromPlace, codesFromPlaceOfDay, recoveryPlace, ...ofMails])
  Object.assign(limit, { max: 10_000 })
// Replaces Google as the issuer.
const { account } = await startIssuer(`http://localhost:${process.env.PORT}/auth/google`, { withPages: true })
Object.assign(process.env, {
  GOOGLE_ISSUER: account.issuer,
  GOOGLE_CLIENT_ID: account.clientId,
  GOOGLE_CLIENT_SECRET: account.clientSecret,
  // A journey connects a mail server of this machine.
  OUTBOUND_ALLOW: 'localhost',
})
await import('../../server/main.ts')
