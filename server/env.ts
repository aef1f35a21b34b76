import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { makeDataDir } from './platform/data-dir.ts'
import { isLoopback } from './platform/loopback.ts'

const SECRET_MIN = 32

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address like postgres://user:password@host:5432/database')
const flag = z.enum(['0', '1'], 'must be 0 or 1')
const webUrl = z.url({ protocol: /^https?$/, error: 'must be an address like https://leads.example.com' })

const Variables = z.object({
  PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: webUrl.transform((url) => url.replace(/\/+$/, '')).optional(),
  DATA_DIR: z.string().default('.data'),
  FILES_DIR: z.string().optional(),
  DATABASE_URL: postgresUrl.optional(),
  APP_DATABASE_URL: postgresUrl.optional(),
  WORKER_DATABASE_URL: postgresUrl.optional(),
  SECRET_KEY: z.string().min(SECRET_MIN, `must have at least ${SECRET_MIN} characters`).optional(),
  DEMO: flag.optional(),
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  TRUST_PROXY: z.string().default('none'),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an address like smtps://user:password@mail.example.com')
    .optional(),
  MAIL_FROM: z.string().default('Leadline <leadline@localhost>'),
  VOICE_PROVIDER: z.enum(['local', 'none'], 'must be local or none').optional(),
  SMS_PROVIDER: z.enum(['none', 'twilio'], 'must be none or twilio').default('none'),
  SMS_FROM: z
    .string()
    .regex(
      /^(\+\d{8,15}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
      'must be a number like +972501234567 of the account, or a name of up to eleven letters',
    )
    .optional(),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, 'must be AC and 32 digits')
    .optional(),
  TWILIO_AUTH_TOKEN: z.string().optional(),
  GOOGLE_ISSUER: webUrl.default('https://accounts.google.com'),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  SUPPORT_URL: z
    .url({ protocol: /^(https?|mailto)$/, error: 'must be an address like https://… or mailto:…' })
    .optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').default('operator@localhost.test'),
  PERSON_RATE: z.coerce
    .number('must be a whole number')
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .default(1200),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
})

const Checked = Variables.superRefine((env, context) => {
  const refuse = (name: keyof typeof env, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })
  if (env.DATABASE_URL && !env.SECRET_KEY) {
    refuse(
      'SECRET_KEY',
      `is required with DATABASE_URL: at least ${SECRET_MIN} random characters, the same in every process`,
    )
  }
  for (const name of ['APP_DATABASE_URL', 'WORKER_DATABASE_URL'] as const) {
    if (env[name] && !env.DATABASE_URL) refuse(name, 'has a meaning only beside DATABASE_URL')
  }
  if (env.VOICE_PROVIDER === 'local' && env.ROLE !== 'all')
    refuse('VOICE_PROVIDER', 'local needs ROLE=all: the exchange belongs to one process')
  for (const name of ['SMS_FROM', 'TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'] as const) {
    if (env.SMS_PROVIDER === 'twilio' && !env[name]) refuse(name, 'must be set with SMS_PROVIDER=twilio')
  }
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET))
    refuse(env.GOOGLE_CLIENT_ID ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID', 'must be set, too')
  const issuer = new URL(env.GOOGLE_ISSUER)
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) refuse('GOOGLE_ISSUER', 'must begin with https://')
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    refuse('ROLE', 'other than all needs DATABASE_URL: processes share one PostgreSQL')
})

export type Env = ReturnType<typeof readEnv>

/** A variable that is wrong: its message is for the operator and names it. */
export class EnvError extends Error {}

/**
 * The environment, checked and with everything that follows from it. Reads `.env` first where there is one; what is
 * set already wins. Throws an EnvError with one line per wrong variable.
 */
export function readEnv(source: NodeJS.ProcessEnv = withEnvFile()) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data: env, error } = Checked.safeParse(given)
  if (error) throw new EnvError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'))
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const isPrivate = isLoopback(env.HOST) && isLoopback(new URL(publicUrl).hostname) && !env.DATABASE_URL
  const dataDir = resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    /** Where uploaded files are kept. */
    filesDir: env.FILES_DIR ? resolve(env.FILES_DIR) : join(dataDir, 'files'),
    databaseUrl: env.DATABASE_URL,
    appDatabaseUrl: env.APP_DATABASE_URL,
    workerDatabaseUrl: env.WORKER_DATABASE_URL,
    secretKey: env.SECRET_KEY ?? keptSecret(dataDir),
    /** Whether pages under /dev/ may be shown; each request is then still asked whether it comes from this machine. */
    devPages: isPrivate || env.DEMO === '1',
    /** Whether an empty database is filled with the demo business, and demo people may sign in. */
    demo: env.DEMO ? env.DEMO === '1' : isPrivate,
    role: env.ROLE,
    trustProxy: trustProxy(env.TRUST_PROXY),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    /** Whether the telephone exchange in the box is started; businesses with an account of their own do without. */
    hasExchange:
      env.ROLE === 'all' && (env.VOICE_PROVIDER ?? (isPrivate || env.DEMO === '1' ? 'local' : 'none')) === 'local',
    /** What the exchange's process is started with. */
    exchangeVariables: Object.fromEntries(
      Object.entries(given).filter(([name]) => name === 'PATH' || name.startsWith('SWITCHBOARD_')),
    ) as Record<string, string>,
    /** The platform's own account for messages. */
    twilio:
      env.SMS_PROVIDER === 'twilio'
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID ?? '',
            authToken: env.TWILIO_AUTH_TOKEN ?? '',
            sender: env.SMS_FROM ?? '',
          }
        : undefined,
    /** The account for "Sign in with Google", at Google or at another issuer that speaks OpenID Connect. */
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { issuer: env.GOOGLE_ISSUER, clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET }
        : undefined,
    supportUrl: env.SUPPORT_URL ?? `mailto:${env.OPERATOR_EMAIL}`,
    operatorEmail: env.OPERATOR_EMAIL,
    /** Requests a minute that one signed-in person may make of one process; 0: no limit. */
    personRate: env.PERSON_RATE,
    logLevel: env.LOG_LEVEL,
  }
}

function withEnvFile(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return process.env
}

/** As Fastify takes it: a number of proxies, or the addresses of those that are believed. */
function trustProxy(text: string): false | number | string[] {
  if (text === 'none' || text === '0') return false
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((address) => address.trim())
}

/** Made once and kept in the data folder, readable by this user alone. */
function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret.key')
  makeDataDir(dataDir)
  try {
    writeFileSync(file, randomBytes(48).toString('base64url'), { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(file, 'utf8').trim()
}
