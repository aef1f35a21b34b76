import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { type Assertion, PASSKEY_MINUTES } from '#contract/auth/passkeys.ts'
import type { Deps } from '../../deps.ts'
import type { Client } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { counterOf, type Limit, limitTo, networkOf, takeBack } from '../../platform/http/rate-limits.ts'
import { lockAccount } from '../auth/recovery/proof.ts'
import { openSession, type SignedIn } from '../auth/sessions.ts'
import { requireUser } from '../users/users.service.ts'
import { consumeChallenge } from './challenges.ts'
import { findPasskey, updateUse } from './passkeys.queries.ts'
import { isHandleOf, newChallenge, siteOf } from './passkeys.rules.ts'

/** Sign-in attempts per network. Signatures cannot be guessed; the limit only protects the server's CPU. */
const PLACE_LIMIT: Limit = { max: 100, seconds: 15 * 60 }

/** Starts a sign-in without naming a user: the browser offers its passkeys for this site. */
export function startSignIn({ env, now }: Deps) {
  const { rpId, isPossible } = siteOf(env.publicUrl)
  if (!isPossible) throw new AppError('passkey_impossible')
  return generateAuthenticationOptions({
    rpID: rpId,
    challenge: new Uint8Array(newChallenge(env.secretKey, '', now())),
    timeout: PASSKEY_MINUTES * 60_000,
    userVerification: 'required',
  })
}

type PasskeySignIn = { assertion: Assertion; remember: boolean }
/**
 * Signs in with a passkey. It counts as both factors: the device that holds the passkey, and the finger, face or PIN
 * that unlocks it.
 */
export async function signInByPasskey(
  deps: Deps,
  { assertion, remember }: PasskeySignIn,
  client: Client,
): Promise<SignedIn> {
  const { pool } = deps.tenants
  const now = deps.now()
  const place = counterOf('passkeyPlace', networkOf(client.ip))
  await limitTo(pool, place, PLACE_LIMIT, now)
  const passkey = await findPasskey(pool, assertion.id)
  const isTheirs = passkey && isHandleOf(passkey.userId, assertion.response.userHandle)
  if (!isTheirs || (passkey.isDemo && !client.mayBeDemo)) throw new AppError('passkey_refused')
  const counter = await verify(deps, assertion, passkey)
  if (counter === undefined) throw new AppError('passkey_refused')
  const { userId } = passkey
  const input = { userId, isRemembered: remember, client, now, way: 'passkey', secondFactor: 'passkey' } as const
  const [user, session] = await Promise.all([
    requireUser(pool, userId),
    pool.transaction().execute(async (tx) => {
      await lockAccount(tx, userId)
      if (!(await updateUse(tx, passkey.id, { counter, now }))) throw new AppError('passkey_refused')
      return openSession(tx, input)
    }),
  ])
  await takeBack(pool, place)
  return { user, session }
}

type Known = NonNullable<Awaited<ReturnType<typeof findPasskey>>>
/** Verifies an assertion. Returns the passkey's counter after this use, or undefined if the assertion is invalid. */
async function verify(deps: Deps, assertion: Assertion, { publicKey, counter, transports }: Known) {
  const { rpId, origin } = siteOf(deps.env.publicUrl)
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { ...assertion, authenticatorAttachment: undefined, clientExtensionResults: {} } as never,
    expectedChallenge: (challenge) => consumeChallenge(deps, '', challenge),
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id: assertion.id, publicKey: new Uint8Array(publicKey), counter, transports },
    requireUserVerification: true,
  }).catch(() => ({ verified: false, authenticationInfo: undefined }))
  return verified ? authenticationInfo?.newCounter : undefined
}
