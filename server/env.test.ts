import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { EnvError, readEnv } from './env.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'leadline-env-'))
const SECRET_KEY = 'k'.repeat(32)
const DATABASE_URL = 'postgres://owner:secret@db.example.com/leadline'
afterAll(() => rmSync(DATA_DIR, { recursive: true }))

const read = (given: NodeJS.ProcessEnv = {}) => readEnv({ DATA_DIR, ...given })

test('no variable is required', () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://localhost:3000',
    role: 'all',
    trustProxy: false,
    logLevel: 'info',
  })
})

test('an empty variable counts as unset', () => {
  expect(read({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, databaseUrl: undefined })
})

test('the public address follows the port, without a trailing slash', () => {
  expect(read({ PORT: '4100' }).publicUrl).toBe('http://localhost:4100')
  expect(read({ PUBLIC_URL: 'https://leads.example.com/', TRUST_PROXY: '1' }).publicUrl).toBe(
    'https://leads.example.com',
  )
})

describe('an invalid variable prevents the start and is named', () => {
  test.each([
    ['PORT', 'many'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'leads.example.com'],
    ['PUBLIC_URL', 'ftp://leads.example.com'],
    ['DATABASE_URL', 'mysql://localhost/leadline'],
    ['SECRET_KEY', 'short'],
    ['DEMO', 'yes'],
    ['ROLE', 'both'],
    ['SMTP_URL', 'mail.example.com'],
    ['SMS_PROVIDER', 'pigeon'],
    ['VOICE_PROVIDER', 'pigeon'],
    ['SMS_FROM', 'A sender with a long name'],
    ['TWILIO_ACCOUNT_SID', 'me'],
    ['OPERATOR_EMAIL', 'no-address'],
    ['GOOGLE_ISSUER', 'http://accounts.example.com'],
    ['LOG_LEVEL', 'loud'],
    ['APP_DATABASE_URL', DATABASE_URL],
    ['ROLE', 'worker'],
    ['TRUST_PROXY', 'yes'],
    ['TRUST_PROXY', '10.0.0.0/8,'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '-1'],
  ])('%s=%s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(EnvError)
    expect(() => read({ [name]: value })).toThrow(new RegExp(`^${name} (must|has|other)[^\\n]+\\.$`, 'm'))
  })

  test('a Google account needs both id and secret', () => {
    const bucket = { S3_ENDPOINT: 'https://s3.example.com/', S3_BUCKET: 'leadline', S3_ACCESS_KEY_ID: 'x' }
    expect(() => read(bucket)).toThrow(/^S3_SECRET_ACCESS_KEY must be set beside the other S3_ settings\.$/)
    expect(read({ ...bucket, S3_SECRET_ACCESS_KEY: 'y' }).s3).toEqual({
      ...{ endpoint: 'https://s3.example.com', bucket: 'leadline', region: 'us-east-1' },
      ...{ accessKeyId: 'x', secretAccessKey: 'y' },
    })
    expect(read({}).s3).toBeUndefined()
    expect(() => read({ GOOGLE_CLIENT_ID: 'x' })).toThrow(/^GOOGLE_CLIENT_SECRET must be set, too\.$/)
    expect(() => read({ GOOGLE_CLIENT_SECRET: 'x' })).toThrow(/^GOOGLE_CLIENT_ID must be set, too\.$/)
    expect(read().google).toBeUndefined()
    expect(read({ GOOGLE_CLIENT_ID: 'x', GOOGLE_CLIENT_SECRET: 'y' }).google).toEqual({
      issuer: 'https://accounts.google.com',
      clientId: 'x',
      clientSecret: 'y',
    })
  })

  test('Twilio for messages needs the account and the sender', () => {
    expect(() => read({ SMS_PROVIDER: 'twilio', SMS_FROM: 'Leadline' })).toThrow(
      /^TWILIO_ACCOUNT_SID must [^\n]+\nTWILIO_AUTH_TOKEN must [^\n]+$/,
    )
    const given = { TWILIO_ACCOUNT_SID: `AC${'a'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'secret', SMS_FROM: '+972501234567' }
    expect(read({ SMS_PROVIDER: 'twilio', ...given }).twilio).toEqual({
      accountSid: `AC${'a'.repeat(32)}`,
      authToken: 'secret',
      sender: '+972501234567',
    })
    expect(read(given).twilio).toBeUndefined()
  })

  test('all invalid variables are named at once', () => {
    expect(() => read({ PORT: 'x', ROLE: 'y' })).toThrow(/^PORT [^\n]+\nROLE [^\n]+$/)
  })
})

describe('the secret key', () => {
  test('is created once and readable by this user only', () => {
    const { secretKey } = read()
    expect(secretKey.length).toBeGreaterThanOrEqual(32)
    expect(read().secretKey).toBe(secretKey)
    expect(readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')).toBe(secretKey)
    expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o777).toBe(0o600)
  })

  test('is required with an external database', () => {
    expect(() => read({ DATABASE_URL })).toThrow(/^SECRET_KEY is required with DATABASE_URL/)
    expect(read({ DATABASE_URL, SECRET_KEY }).secretKey).toBe(SECRET_KEY)
  })
})

describe('demo and /dev/ pages', () => {
  const shown = (given: NodeJS.ProcessEnv) => {
    const { demo, devPages } = read(given)
    return { demo, devPages }
  }

  test.each([
    ['on this machine alone', {}],
    ['on ::1', { HOST: '::1' }],
    ['where one says so aloud', { HOST: '0.0.0.0', DEMO: '1' }],
    ['where one says so aloud, with a database', { DATABASE_URL, SECRET_KEY, DEMO: '1' }],
  ])('are there %s', (_, given) => {
    expect(shown(given)).toEqual({ demo: true, devPages: true })
  })

  test.each([
    ['where others may connect', { HOST: '0.0.0.0' }],
    ['with a database of one’s own', { DATABASE_URL, SECRET_KEY }],
    ['where the public address is not this machine', { PUBLIC_URL: 'https://leads.example.com', TRUST_PROXY: '1' }],
  ])('are not there %s', (_, given) => {
    expect(shown(given)).toEqual({ demo: false, devPages: false })
  })

  test('locally DEMO=0 disables the demo and keeps the pages', () => {
    expect(shown({ DEMO: '0' })).toEqual({ demo: false, devPages: true })
  })
})

test('the addresses of the roles require the owner’s address', () => {
  const urls = {
    DATABASE_URL,
    APP_DATABASE_URL: 'postgres://app@db/leadline',
    WORKER_DATABASE_URL: 'postgres://w@db/leadline',
  }
  expect(read({ ...urls, SECRET_KEY })).toMatchObject({
    databaseUrl: urls.DATABASE_URL,
    appDatabaseUrl: urls.APP_DATABASE_URL,
    workerDatabaseUrl: urls.WORKER_DATABASE_URL,
  })
})

describe('a public address on a server bound to this machine', () => {
  const PUBLIC_URL = 'https://leads.example.com'

  test.each([['127.0.0.1'], ['::1'], ['localhost']])('requires TRUST_PROXY (HOST=%s)', (HOST) => {
    expect(() => read({ PUBLIC_URL, HOST })).toThrow(EnvError)
    expect(() => read({ PUBLIC_URL, HOST })).toThrow(
      /^TRUST_PROXY must be set: .*or none if there is really no proxy\.$/,
    )
  })

  test.each([
    [{ TRUST_PROXY: '1' }],
    [{ TRUST_PROXY: '127.0.0.1' }],
    [{ TRUST_PROXY: 'none' }],
    [{ HOST: '0.0.0.0' }],
    [{ ROLE: 'worker', DATABASE_URL, SECRET_KEY }],
  ])('starts with %o', (given) => {
    expect(read({ PUBLIC_URL, ...given }).publicUrl).toBe(PUBLIC_URL)
  })

  test('and a local address does not', () => {
    for (const local of ['http://localhost:4100', 'http://127.0.0.1:3000', 'http://leads.localhost'])
      expect(read({ PUBLIC_URL: local }).trustProxy).toBe(false)
  })
})

test('proxies are counted or named', () => {
  expect(read({ TRUST_PROXY: 'none' }).trustProxy).toBe(false)
  expect(read({ TRUST_PROXY: '1' }).trustProxy).toBe(1)
  expect(read({ TRUST_PROXY: '10.0.0.0/8, 192.168.0.1' }).trustProxy).toEqual(['10.0.0.0/8', '192.168.0.1'])
  expect(read({ TRUST_PROXY: 'fd00::/8' }).trustProxy).toEqual(['fd00::/8'])
})

test.each([
  [{}, true],
  [{ VOICE_PROVIDER: 'none' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '0.0.0.0', DEMO: '1' }, true],
  [{ HOST: '0.0.0.0', VOICE_PROVIDER: 'local' }, true],
  [{ DATABASE_URL, SECRET_KEY }, false],
  [{ DATABASE_URL, SECRET_KEY, ROLE: 'worker', DEMO: '1' }, false],
])('the exchange in the box runs on a local installation, or if requested: %o %s', (given, expected) => {
  expect(read({ ...given }).hasExchange).toBe(expected)
})

test('the exchange gets its own variables and no others', () => {
  const given = { PATH: '/bin', SWITCHBOARD_SIP_PORT: '5070', SMTP_URL: 'smtp://user:secret@localhost', SECRET_KEY }
  expect(read(given).exchangeVariables).toEqual({ PATH: '/bin', SWITCHBOARD_SIP_PORT: '5070' })
})
