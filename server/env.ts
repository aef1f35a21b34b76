import { randomBytes } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type CountryCode, isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { ceilingsOf, ceilingVariables, checkShares, count } from './ceiling-settings.ts'
import { makeDataDir } from './platform/data-dir.ts'
import { isLoopback } from './platform/loopback.ts'
import { bucketOf, missingOfS3, s3Variables } from './providers/files/s3-settings.ts'
import {
  calendarOf,
  calendarVariables,
  NEEDS_GOOGLE_ACCOUNT,
  needsGoogleAccount,
} from './providers/google/calendar-settings.ts'
import { billingOf, billingVariables, NEEDS_DEMO, needsDemo } from './providers/payments/billing-settings.ts'
import { metaOf, metaVariables, missingOfMeta } from './providers/whatsapp/meta-settings.ts'

const SECRET_MIN = 32

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be an address like postgres://user:password@host:5432/database')
const flag = z.enum(['0', '1'], 'must be 0 or 1')
const addressesIn = (text: string) => text.split(',').map((address) => address.trim())
/** An address, or a network like 10.0.0.0/8. */
function isNetwork(text: string) {
  const [address = '', bits = '0', ...rest] = text.split('/')
  const version = isIP(address)
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}
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
  ...s3Variables,
  DATABASE_URL: postgresUrl.optional(),
  APP_DATABASE_URL: postgresUrl.optional(),
  WORKER_DATABASE_URL: postgresUrl.optional(),
  SECRET_KEY: z.string().min(SECRET_MIN, `must have at least ${SECRET_MIN} characters`).optional(),
  DEMO: flag.optional(),
  ...billingVariables,
  ROLE: z.enum(['all', 'web', 'worker'], 'must be all, web or worker').default('all'),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) => text === 'none' || /^\d{1,3}$/.test(text) || addressesIn(text).every(isNetwork),
      'must be none, the number of proxies, or their addresses with commas between',
    )
    .optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must be an address like smtps://user:password@mail.example.com')
    .optional(),
  MAIL_FROM: z.string().default('Leadline <leadline@localhost>'),
  MAIL_IN_DOMAIN: z
    .string()
    .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'must be a domain like in.leads.example.com')
    .transform((domain) => domain.toLowerCase())
    .optional(),
  MAIL_IN_HOST: z.string().default('127.0.0.1'),
  MAIL_IN_PORT: z.coerce.number('must be a port number').int('must be a port number').min(0).max(65_535).default(2525),
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
  ...calendarVariables,
  ...metaVariables,
  OUTBOUND_ALLOW: z
    .string()
    .regex(/^[^\s,/]+(,[^\s,/]+)*$/, 'must be hosts such as mail.example.internal,10.0.0.5 with commas between')
    .transform((text) => text.toLowerCase().split(','))
    .default([]),
  SUPPORT_URL: z
    .url({ protocol: /^(https?|mailto)$/, error: 'must be an address like https://… or mailto:…' })
    .optional(),
  OPERATOR_EMAIL: z.email('must be an e-mail address').default('operator@localhost.test'),
  DRAIN_SECONDS: z.coerce
    .number('must be a whole number of seconds')
    .int('must be a whole number of seconds')
    .min(0, 'must be 0 or more')
    .max(300, 'must be 300 or less')
    .optional(),
  DATABASE_RESTART_SECONDS: count(60),
  PERSON_RATE: count(1200),
  PHONE_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'must be countries such as IL,CY with commas between')
    .refine((text) => text.split(',').every((code) => isSupportedCountry(code)), 'names a country that does not exist')
    .transform((text) => text.split(',') as CountryCode[])
    .default(['IL']),
  ...ceilingVariables,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent')
    .default('info'),
})

/** A public name, but bound to this machine: requests come through a proxy. */
const seemsProxied = ({ PUBLIC_URL = '', HOST, ROLE }: z.output<typeof Variables>) =>
  URL.canParse(PUBLIC_URL) && !isLoopback(new URL(PUBLIC_URL).hostname) && isLoopback(HOST) && ROLE !== 'worker'

const Checked = Variables.superRefine((env, context) => {
  checkShares(env, context)
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
  for (const name of missingOfS3(env)) refuse(name, 'must be set beside the other S3_ settings')
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET))
    refuse(env.GOOGLE_CLIENT_ID ? 'GOOGLE_CLIENT_SECRET' : 'GOOGLE_CLIENT_ID', 'must be set, too')
  const issuer = new URL(env.GOOGLE_ISSUER)
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) refuse('GOOGLE_ISSUER', 'must begin with https://')
  if (env.ROLE !== 'all' && !env.DATABASE_URL)
    refuse('ROLE', 'other than all needs DATABASE_URL: processes share one PostgreSQL')
}).superRefine((env, context) => {
  for (const name of missingOfMeta(env)) context.addIssue({ code: 'custom', path: [name], message: 'must be set, too' })
  if (env.TRUST_PROXY !== undefined || !seemsProxied(env)) return
  const message =
    'must be set: PUBLIC_URL is public and HOST is this machine alone, so requests come through a proxy. ' +
    'Give the number of proxies or their addresses, or none if there is really no proxy'
  context.addIssue({ code: 'custom', path: ['TRUST_PROXY'], message })
})

export type Env = ReturnType<typeof readEnv>

/** An invalid variable; the message is for the operator and names it. */
export class EnvError extends Error {}

/**
 * Reads and validates the environment, with derived settings. Reads `.env` first if it exists; variables that are set
 * take precedence. Throws an EnvError with one line per invalid variable.
 */
export function readEnv(source: NodeJS.ProcessEnv = withEnvFile()) {
  const given = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
  const { data: env, error } = Checked.safeParse(given)
  if (error) throw new EnvError(error.issues.map(({ path, message }) => `${path.join('.')} ${message}.`).join('\n'))
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  const isLocalUrl = isLoopback(new URL(publicUrl).hostname)
  const isPrivate = isLoopback(env.HOST) && isLocalUrl && !env.DATABASE_URL
  const isDemoAsked = env.DEMO === '1'
  const isForTrying = isPrivate || isDemoAsked
  const isDemo = isLocalUrl && (env.DEMO ? isDemoAsked : isPrivate)
  refuseUnusable(env, isDemo)
  const dataDir = resolve(env.DATA_DIR)
  return {
    port: env.PORT,
    host: env.HOST,
    publicUrl,
    dataDir,
    /** Folder of uploaded files. */
    filesDir: env.FILES_DIR ? resolve(env.FILES_DIR) : join(dataDir, 'files'),
    /** The bucket for uploaded files and recordings; undefined: they are in filesDir. */
    s3: bucketOf(env),
    databaseUrl: env.DATABASE_URL,
    appDatabaseUrl: env.APP_DATABASE_URL,
    workerDatabaseUrl: env.WORKER_DATABASE_URL,
    secretKey: env.SECRET_KEY ?? keptSecret(dataDir),
    /** Whether PUBLIC_URL is this machine. */
    isLocalUrl,
    /**
     * Whether messages are kept readable at /dev/outbox if no provider sends them. The pages under /dev/ also need a
     * local PUBLIC_URL, and each request must come from this machine.
     */
    devPages: isForTrying,
    /** Whether an empty database gets the demo business, and demo people may sign in from this machine. */
    demo: isDemo,
    /** Whether DEMO=1 was set; with a public PUBLIC_URL it opens neither the demo nor /dev/. */
    isDemoAsked,
    ...billingOf(env, isDemo),
    role: env.ROLE,
    trustProxy: trustProxy(env.TRUST_PROXY ?? 'none'),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailIn: mailInOf(env, isDemo),
    /** Whether the built-in exchange is started; businesses with their own provider account do not need it. */
    hasExchange: env.ROLE === 'all' && (env.VOICE_PROVIDER ?? (isForTrying ? 'local' : 'none')) === 'local',
    /** Environment of the exchange's process. */
    exchangeVariables: Object.fromEntries(
      Object.entries(given).filter(([name]) => name === 'PATH' || name.startsWith('SWITCHBOARD_')),
    ) as Record<string, string>,
    /** The installation's own SMS account. */
    twilio:
      env.SMS_PROVIDER === 'twilio'
        ? {
            accountSid: env.TWILIO_ACCOUNT_SID ?? '',
            authToken: env.TWILIO_AUTH_TOKEN ?? '',
            sender: env.SMS_FROM ?? '',
          }
        : undefined,
    google: googleOf(env),
    /** Where people connect their calendar; undefined: nowhere. */
    googleCalendar: calendarOf(env, isDemo),
    /** Meta, for WhatsApp. */
    meta: metaOf(env, { isDemo, isWhole: env.ROLE === 'all' }),
    /** Hosts of the operator's own network that settings of members may name. */
    outboundAllow: env.OUTBOUND_ALLOW,
    supportUrl: env.SUPPORT_URL ?? `mailto:${env.OPERATOR_EMAIL}`,
    operatorEmail: env.OPERATOR_EMAIL,
    /** Requests per minute, person and process; 0: no limit. */
    personRate: env.PERSON_RATE,
    /** How long restarts of the embedded PostgreSQL are attempted, counting the pauses only; then the process exits. */
    databaseRestartSeconds: env.DATABASE_RESTART_SECONDS,
    /** How long requests are still served after a stop signal, while readiness reports 503. */
    drainSeconds: drainSecondsOf(env.DRAIN_SECONDS, isForTrying),
    /** Countries (ISO 3166) whose phones may be called and get SMS. */
    phoneCountries: env.PHONE_COUNTRIES,
    ceilings: ceilingsOf(env),
    /** Whether the built-in exchange calls outside phones over the operator's SIP trunk. */
    hasTrunk: Boolean(given.SWITCHBOARD_SIP_TRUNK),
    logLevel: env.LOG_LEVEL,
  }
}

/** Settings that are valid one by one, and not together. */
function refuseUnusable(env: Read, isDemo: boolean) {
  if (needsDemo(env, isDemo)) throw new EnvError(NEEDS_DEMO)
  if (needsGoogleAccount(env)) throw new EnvError(NEEDS_GOOGLE_ACCOUNT)
}

/** The account for "Sign in with Google", at Google or at another issuer that speaks OpenID Connect. */
const googleOf = ({ GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret }: Read) =>
  clientId && clientSecret ? { issuer, clientId, clientSecret } : undefined

function withEnvFile(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return process.env
}

/**
 * Where answers of leads arrive: the domain of their addresses, and where mail for it is taken. Undefined: nowhere. In a
 * demo that sends no mail, the outbox answers.
 */
function mailInOf({ MAIL_IN_DOMAIN: domain, MAIL_IN_HOST: host, MAIL_IN_PORT: port, SMTP_URL }: Read, isDemo: boolean) {
  if (domain) return { domain, listen: { host, port } }
  return isDemo && !SMTP_URL ? { domain: 'in.localhost.test', listen: undefined } : undefined
}
type Read = z.output<typeof Variables>

/** Longer than two readiness checks of a typical proxy; a local demo has no proxy. */
const drainSecondsOf = (asked: number | undefined, isDemo: boolean) => asked ?? (isDemo ? 0 : 5)

/** Fastify's option: a number of proxies, or the addresses of trusted ones. */
function trustProxy(text: string): false | number | string[] {
  if (text === 'none' || text === '0') return false
  return /^\d+$/.test(text) ? Number(text) : addressesIn(text)
}

/** Created once in the data folder, readable by this user only. */
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
