import { REFRESH_GRACE_SECONDS, REMEMBERED_SESSION_DAYS, SESSION_DAYS_MAX, SESSION_HOURS } from '#contract/auth/auth.ts'
import type { Language } from '#contract/constants.ts'
import type { SessionEnd, SignInWay } from '#contract/events/account.ts'
import type { CurrentUser } from '#contract/team/users.ts'
import type { Deps } from '../../deps.ts'
import { type Db, inTransaction } from '../../platform/db/db.ts'
import { emitOfAccount, type Origin } from '../../platform/events/emit.ts'
import { type Client, originOfClient, type RefreshCookie } from '../../platform/http/client.ts'
import { AppError } from '../../platform/http/errors.ts'
import { newId } from '../../platform/ids.ts'
import { translate } from '../../platform/texts.ts'
import { signAccessToken, verifyAccessToken } from '../access/access-tokens.ts'
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
import { hashOf, isHashOf, newSecret, readCookie, successorOf, toCookie } from './tokens.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

type Life = { isRemembered: boolean; createdAt: Date; now: Date }
/** Each use extends the session, up to SESSION_DAYS_MAX from sign-in. */
function endOf({ isRemembered, createdAt, now }: Life): Date {
  const idle = isRemembered ? REMEMBERED_SESSION_DAYS * DAY_MS : SESSION_HOURS * HOUR_MS
  return new Date(Math.min(now.getTime() + idle, createdAt.getTime() + SESSION_DAYS_MAX * DAY_MS))
}

export type OpenSession = { userId: string; sessionId: string; secret: string; isRemembered: boolean; expiresAt: Date }

export type SignedIn = { user: CurrentUser; session: OpenSession }
/** The first factor was right; `token` identifies the second step. */
export type PendingSecondStep = { token: string; expiresAt: string }

type SessionInput = {
  userId: string
  isRemembered: boolean
  client: Client
  now: Date
  /** How the person signed in. */
  way: SignInWay
  secondFactor?: SecondFactor
}
export async function openSession(db: Db, input: SessionInput): Promise<OpenSession> {
  const { userId, isRemembered, client, now, way, secondFactor = null } = input
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

/**
 * Writes the refresh cookie and returns an access token. Unless remembered, the cookie ends with the browser session.
 */
export function issueAccessToken({ env, now }: Deps, session: OpenSession, cookie: RefreshCookie): Promise<string> {
  const { sessionId, secret, isRemembered, expiresAt } = session
  const seconds = Math.floor((expiresAt.getTime() - now().getTime()) / 1_000)
  cookie.write(toCookie(sessionId, secret), isRemembered ? seconds : undefined)
  return signAccessToken(env.secretKey, session, now())
}

/** Reply to a completed sign-in. */
export const signedInReply = async (
  deps: Deps,
  { user, session }: SignedIn,
  { cookie, language }: { cookie: RefreshCookie; language: Language },
) => ({
  success: true as const,
  accessToken: await issueAccessToken(deps, session, cookie),
  user,
  message: translate(language, 'auth-mail', 'signedIn'),
})

type Greeting = { cookie: RefreshCookie; language: Language }
/** Reply to a first factor: completed, or with the second step still due. */
export const signInReply = async (deps: Deps, entered: SignedIn | PendingSecondStep, greeting: Greeting) =>
  'token' in entered
    ? { success: true as const, secondStep: entered, message: translate(greeting.language, 'auth-mail', 'secondStep') }
    : signedInReply(deps, entered, greeting)

/**
 * Rotates the refresh cookie. Tabs that refresh within REFRESH_GRACE_SECONDS of each other get the same next cookie,
 * whether they present the previous or the current one. An older cookie counts as copied and ends the session.
 */
export async function refreshSession(deps: Deps, cookie: string | undefined, client: Client): Promise<OpenSession> {
  const presented = readCookie(cookie)
  if (!presented) throw new AppError('unauthenticated')
  const now = deps.now()
  const session = await deps.tenants.pool
    .transaction()
    .execute((tx) => rotate(tx, { ...presented, secretKey: deps.env.secretKey, client, now }))
  if (!session) throw new AppError('unauthenticated')
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
    // Rotating again at once would make a third tab's cookie two generations old, which looks stolen.
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
/** Revokes sessions and notifies every process, which closes their streams. False if none was open. */
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

/** Records a second factor given after sign-in. */
export const recordSecondFactor = (tx: Db, sessionId: string, factor: SecondFactor) =>
  updateSecondFactor(tx, sessionId, factor)

/** Whether a second factor was given in the session. */
export const hasGivenSecondFactor = (db: Db, sessionId: string) => hasSecondFactor(db, sessionId)

/** After removal of a second factor: sessions opened with it count as password-only. */
export const dropSecondFactor = (tx: Db, userId: string, factor: SecondFactor) => clearSecondFactor(tx, userId, factor)

/** Ends the session of the cookie and that of the access token; both are optional. */
export async function signOut(
  { env, tenants, now }: Deps,
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
}
