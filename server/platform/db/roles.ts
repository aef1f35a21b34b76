import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { withClient } from './connections.ts'

export type RolePasswords = { appPassword: string; workerPassword: string }
type Login = { name: string; password: string; url: string }

/** Derived, so that every process of an installation knows them without storing them. */
export function rolePasswords(secretKey: string): RolePasswords {
  const derive = (role: string) =>
    createHmac('sha256', secretKey).update(`database password of ${role}`).digest('base64url')
  return { appPassword: derive('leadline_app'), workerPassword: derive('leadline_worker') }
}

export function urlFor(ownerUrl: string, name: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = name
  url.password = password
  return url.href
}

/**
 * Creates missing roles and sets the passwords of the two that sign in, if they differ. None is superuser or BYPASSRLS:
 * access across tenants is a policy `to` that role, so this also works on a managed PostgreSQL, which grants neither. The owner may act as the others and yet inherits nothing: policies reach
 * inheriting members of their role, and the owner would see every tenant.
 */
export async function makeRoles(owner: pg.Client, logins: Login[]): Promise<void> {
  for (const name of ['leadline_app', 'leadline_worker']) await makeRole(owner, name, 'login')
  await makeRole(owner, 'leadline_search', 'nologin') // owns the functions that cross tenants
  for (const name of ['leadline_search', 'leadline_worker']) await makeMember(owner, name)
  for (const { name, password, url } of logins) {
    if (await canSignIn(url)) continue
    await owner
      .query(`alter role ${name} password ${owner.escapeLiteral(password)}`)
      .catch(explain(`set the password of ${name}`))
  }
}

async function makeRole(owner: pg.Client, name: string, kind: 'login' | 'nologin') {
  const { rowCount } = await owner.query('select from pg_roles where rolname = $1', [name])
  if (rowCount) return
  await owner.query(`create role ${name} ${kind}`).catch(async (error: pg.DatabaseError) => {
    if (error.code !== DUPLICATE_OBJECT && error.code !== UNIQUE_VIOLATION)
      await explain(`create the role ${name}`)(error)
  })
}

async function makeMember(owner: pg.Client, name: string) {
  const { rows } = await owner.query<{ able: boolean }>('select pg_has_role(current_user, $1, $2) as able', [
    name,
    'set',
  ])
  if (!rows[0]?.able)
    await owner.query(`grant ${name} to current_user with inherit false, set true`).catch(explain(`act as ${name}`))
}

const canSignIn = (url: string) =>
  withClient(url, async () => true).catch((error: pg.DatabaseError) => {
    if (error.code === WRONG_PASSWORD || error.code === NOT_AUTHORISED) return false
    throw error
  })

const [DUPLICATE_OBJECT, UNIQUE_VIOLATION, WRONG_PASSWORD, NOT_AUTHORISED] = ['42710', '23505', '28P01', '28000']

const explain = (act: string) => (error: Error) => {
  throw new Error(`The role of DATABASE_URL could not ${act}: ${error.message}. It needs CREATEROLE.`, { cause: error })
}
