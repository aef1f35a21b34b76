import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '../server/deps.ts'
import { EnvError, readEnv } from '../server/env.ts'
import { createOwner, resetTwoFactorOf } from '../server/features/auth/auth.operator.ts'
import { listOutbox } from '../server/features/messages/messages.service.ts'
import { grantRole } from '../server/features/users/team.operator.ts'
import { open } from '../server/open.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { AppError } from '../server/platform/http/errors.ts'
import { translate } from '../server/platform/http/texts.ts'

const USAGE = `
  npm run admin -- create-owner --email you@example.com --name "Your Name" [--business "Your Business"]
                                [--language he|en] [--password-stdin]

  Makes a person who can sign in at once, without a code by mail or SMS. With --business they own a first business.
  The password is drawn and shown this once, or read from standard input with --password-stdin.

  npm run admin -- grant --email person@example.com --business "Your Business" --role Admin

  Gives somebody who has an account a role in a business, named by its name or id: Owner, Admin, Affiliate, Lead, Writer or
  Reader. Only this command makes somebody an Admin; who is suspended there is let in again.

  npm run admin -- reset-two-factor --email you@example.com

  For a person who lost both the authenticator app and the recovery codes: the password alone signs in again, every
  device is signed out, and a mail tells of it.

  npm run admin -- messages

  What became of the newest mails and text messages: when, to whom, how far they came, and the provider's error.
`
const SHOWN = 50

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  business: { type: 'string' },
  language: { type: 'string' },
  role: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
const readArguments = () => parseArgs({ allowPositionals: true, options })
type Values = ReturnType<typeof readArguments>['values']

/** Does something with everything open, beside a server that may be running. */
async function withApp(work: (deps: Deps) => Promise<void>) {
  const env = { ...readEnv(), role: 'web' as const }
  const database = await openDatabase(env)
  try {
    const { deps, close } = await open(env, database)
    await work(deps).finally(close)
  } finally {
    await database.stop()
  }
}

async function createOwnerCommand({ email = '', name = '', business, language, ...given }: Values) {
  const password = given['password-stdin'] ? (await text(process.stdin)).replace(/\r?\n$/, '') : undefined
  await withApp(async (deps) => {
    const wanted = { email, name, business, password, language: language as 'he' | 'en' | undefined }
    const { generatedPassword } = await createOwner(deps, wanted)
    console.log(`\n  ${email} can sign in at ${deps.env.publicUrl}`)
    if (generatedPassword) console.log(`  Password, shown this once: ${generatedPassword}`)
    console.log()
  })
}

const grantCommand = ({ email = '', business = '', role = '' }: Values) =>
  withApp(async (deps) => {
    const { name } = await grantRole(deps, { email, business, role: role as Role })
    console.log(`\n  ${email} is ${role} of ${name}\n`)
  })

const resetTwoFactorCommand = ({ email = '' }: Values) =>
  withApp(async (deps) => {
    const wasOn = await resetTwoFactorOf(deps, { email })
    console.log(wasOn ? `\n  ${email} signs in with the password alone.\n` : `\n  It is not on for ${email}.\n`)
  })

/** Their texts stay where they are: codes and links are nobody else's. */
const messagesCommand = () =>
  withApp(async ({ workerDb }) => {
    for (const { createdAt, channel, recipient, state, delivery, segments, errorCode, error } of await listOutbox(
      workerDb,
      SHOWN,
    )) {
      const fate = [delivery ?? state, segments && `${segments} parts`, errorCode && `error ${errorCode}`, error]
      console.log([createdAt, channel.padEnd(4), recipient, fate.filter(Boolean).join(', ')].join('  '))
    }
  })

/** What was refused, in the operator's words: the option and why. */
function explain(error: unknown) {
  if (error instanceof EnvError) return error.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return error.message
  if (!(error instanceof AppError)) return error
  const { issues = [] } = error.details
  const reasons = issues.map(({ path, message, values }) => `--${path}: ${translate('en', 'errors', message, values)}`)
  return reasons.length ? reasons.join('\n  ') : translate('en', 'errors', error.code)
}

async function main() {
  const { values, positionals } = readArguments()
  if (values.help) return console.log(USAGE)
  if (positionals.length === 1 && positionals[0] === 'create-owner') return createOwnerCommand(values)
  if (positionals.length === 1 && positionals[0] === 'grant') return grantCommand(values)
  if (positionals.length === 1 && positionals[0] === 'reset-two-factor') return resetTwoFactorCommand(values)
  if (positionals.length === 1 && positionals[0] === 'messages') return messagesCommand()
  console.log(USAGE)
  process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error('\n ', explain(error), '\n')
  process.exitCode = 1
})
