import { REFRESH_GRACE_SECONDS, REMEMBERED_SESSION_DAYS, SESSION_DAYS_MAX, SESSION_HOURS } from '#contract/auth/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { SessionEnd, SignInWay } from '#contract/events/audit-events.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import { type Client, originOfClient, type RefreshCookie } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { translate } from '../../platform/http/texts.ts'
import { newId } from '../../platform/ids.ts'
import {
  clearSecondFactor,
  type EndedSessions,
  hasSecondFactor,
  insertSession,
  lockSession,
  notifySessionsEnded,
  revokeSessions,
  rotateSession,
  type SecondFactor,
  updateSecondFactor,
} from './auth.queries.ts'
import {
  hashOf,
  isHashOf,
  newSecret,
  readCookie,
  signAccessToken,
  successorOf,
  toCookie,
  verifyAccessToken,
} from './tokens.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Life = { isRemembered: boolean; createdAt: Date; now: Date }
/** Each use puts the end off, but not past SESSION_DAYS_MAX from sign-in. */
function endOf({ isRemembered, createdAt, now }: Life): Date {
  const idle = isRemembered ? REMEMBERED_SESSION_DAYS * DAY_MS : SESSION_HOURS * HOUR_MS
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + SESSION_DAYS_MAX * DAY_MS))
}

export type OpenSession = { userId: string; sessionId: string; secret: string; isRemembered: boolean; expiresAt: Date }

/** Who has just signed in, and the session that was opened for them. */
export type SignedIn = { user: CurrentUser; session: OpenSession }
/** The first factor was right; `token` brings the second one. */
export type Owed = { token: string; expiresAt: string }

type Wanted = {
  userId: string
  isRemembered: boolean
  client: Client
  now: Date
  /** How they came in; with the second factor, where there was one. */
  way: SignInWay
  secondFactor?: SecondFactor
}
export async function openSession(db: Db, wanted: Wanted): Promise<OpenSession> {
  const { userId, isRemembered, client, now, way, secondFactor = null } = wanted
  const sessionId = newId()
  const secret = newSecret()
  const expiresAt = endOf({ isRemembered, createdAt: now, now })
  const { userAgent, ip } = client
  const tokenHash = hashOf(secret)
  const life = { isRemembered, expiresAt, now }
  await inTransaction(db, async (tx) => {
    await insertSession(tx, { id: sessionId, userId, tokenHash, secondFactor, ...life, userAgent, ip })
    const from = originOfClient(client)
    await emitOfAccount(tx, { userId, from }, 'session.started', { sessionId, way, secondFactor })
  })
  return { userId, sessionId, secret, isRemembered, expiresAt }
}

/** Writes the refresh cookie and gives the access token. Not remembered: the cookie ends with the browser. */
export function handOut({ env, now }: Deps, session: OpenSession, cookie: RefreshCookie): Promise<string> {
  const { sessionId, secret, isRemembered, expiresAt } = session
  const seconds = Math.floor((expiresAt.getTime() - now().getTime()) / 1_000)
  cookie.write(toCookie(sessionId, secret), isRemembered ? seconds : undefined)
  return signAccessToken(env.secretKey, session, now())
}

/** The answer to a sign-in. */
export const welcome = async (
  deps: Deps,
  { user, session }: SignedIn,
  { cookie, language }: { cookie: RefreshCookie; language: Language },
) => ({
  success: true as const,
  accessToken: await handOut(deps, session, cookie),
  user,
  message: translate(language, 'auth-mail', 'signedIn'),
})

type Greeting = { cookie: RefreshCookie; language: Language }
/** The same, or the second step that is owed still. */
export const greet = async (deps: Deps, entered: SignedIn | Owed, greeting: Greeting) =>
  'token' in entered
    ? { success: true as const, secondStep: entered, message: translate(greeting.language, 'auth-mail', 'secondStep') }
    : welcome(deps, entered, greeting)

/**
 * Trades a refresh cookie for the next one. Tabs that refresh within REFRESH_GRACE_SECONDS of each other are given the
 * same one, whether they bring the old cookie or the new. An older cookie has been copied: its session ends.
 */
export async function refreshSession(deps: Deps, cookie: string | undefined, client: Client): Promise<OpenSession> {
  const presented = readCookie(cookie)
  if (!presented) throw new AppError('unauthenticated')
  const now = deps.now()
  const session = await deps.tenants.pool
    .transaction()
    .execute((tx) => rotate(tx, { ...presented, secretKey: deps.env.secretKey, client, now }))
  if (!session) {
    deps.access.invalidate()
    throw new AppError('unauthenticated')
  }
  return session
}

type Presented = { sessionId: string; secret: string; secretKey: string; client: Client; now: Date }
async function rotate(
  tx: Db,
  { sessionId, secret, secretKey, client, now }: Presented,
): Promise<OpenSession | undefined> {
  const session = await lockSession(tx, sessionId, now)
  if (!session || (session.isDemo && !client.mayBeDemo)) return undefined
  const { userId, tokenHash, previousHash, isRemembered } = session
  const isFresh = now.getTime() - Date.parse(session.rotatedAt) <= REFRESH_GRACE_SECONDS * 1_000
  const same = { userId, sessionId, isRemembered, expiresAt: new Date(session.expiresAt) }
  const next = successorOf(secretKey, sessionId, secret)
  if (isHashOf(tokenHash, secret)) {
    // Were it to change again at once, a third tab's cookie would be two generations old, and look stolen.
    if (previousHash && isFresh) return { ...same, secret }
    const expiresAt = endOf({ isRemembered, createdAt: new Date(session.createdAt), now })
    const { ip, userAgent } = client
    const hashes = { tokenHash: hashOf(next), previousHash: tokenHash }
    await rotateSession(tx, sessionId, { ...hashes, now, expiresAt, ip, userAgent })
    return { ...same, secret: next, expiresAt }
  }
  if (isFresh && isHashOf(previousHash, secret)) return { ...same, secret: next }
  await endSessions(tx, { sessionId }, { now, reason: 'copied', from: originOfClient(client) })
  return undefined
}

type Ending = { now: Date; reason: SessionEnd; from: Origin | undefined; byThem?: boolean }
/** Revokes sessions and tells every process, so that their open streams close. False where there was none to revoke. */
export async function endSessions(tx: Db, of: EndedSessions, { now, reason, ...by }: Ending) {
  const ended = await revokeSessions(tx, of, now)
  const [first] = ended
  if (!first) return false
  await notifySessionsEnded(
    tx,
    ended.map(({ id }) => id),
  )
  await emitOfAccount(tx, { userId: first.userId, ...by }, 'session.ended', { reason, sessions: ended.length })
  return true
}

/** The session's person has just given a second factor. */
export const strengthenSession = (tx: Db, sessionId: string, factor: SecondFactor) =>
  updateSecondFactor(tx, sessionId, factor)

/** Whether more than the password opened it. */
export const isStrong = (db: Db, sessionId: string) => hasSecondFactor(db, sessionId)

/** The person has this second factor no more: what was opened by it counts like the password alone. */
export const weakenSessions = (tx: Db, userId: string, factor: SecondFactor) => clearSecondFactor(tx, userId, factor)

/** Ends the session of the cookie and that of the access token; neither need be there. */
export async function signOut(
  { env, tenants, access, now }: Deps,
  { cookie, bearer, client }: { cookie?: string | undefined; bearer?: string | undefined; client: Client },
) {
  const at = now()
  const ending = { now: at, reason: 'signed_out', from: originOfClient(client) } as const
  const presented = readCookie(cookie)
  const claims = bearer ? await verifyAccessToken(env.secretKey, bearer, at) : null
  await tenants.pool.transaction().execute(async (tx) => {
    const session = presented && (await lockSession(tx, presented.sessionId, at))
    const isOwn = session && [session.tokenHash, session.previousHash].some((hash) => isHashOf(hash, presented.secret))
    if (isOwn) await endSessions(tx, { sessionId: presented.sessionId }, ending)
    if (claims) await endSessions(tx, { sessionId: claims.sessionId }, ending)
  })
  access.invalidate()
}
