import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '../server/deps.ts'
import { EnvError, readEnv } from '../server/env.ts'
import { createOwner, signOutEverywhere } from '../server/features/auth/operator.ts'
import * as billing from '../server/features/billing/operator.ts'
import { findLimits, switchOutsideLines } from '../server/features/ceilings/operator.ts'
import { findCounterAudits } from '../server/features/dashboard/operator.ts'
import { listOutbox } from '../server/features/messages/messages.service.ts'
import { allocate, booksOf, markForeign, setEntityFromFiles } from '../server/features/tax-documents/operator.ts'
import { resetTwoFactorOf } from '../server/features/two-factor/operator.ts'
import { grantRole, requireBusinessNamed } from '../server/features/users/operator.ts'
import { open } from '../server/open.ts'
import { openDatabase } from '../server/platform/db/open-database.ts'
import { PoolerError } from '../server/platform/db/pooler.ts'
import { AppError, issueText } from '../server/platform/http/errors.ts'
import { translate } from '../server/platform/texts.ts'

const USAGE = `
  npm run admin -- create-owner --email you@example.com --name "Your Name" [--business "Your Business"]
                                [--language he|en] [--password-stdin]

  Makes a person who can sign in at once, without a code by mail or SMS. With --business they own a first business.
  The password is drawn and shown this once, or read from standard input with --password-stdin.

  npm run admin -- grant --email person@example.com --business "Your Business" --role Admin

  Gives a person with an account a role in a business, named by its name or id: Owner, Admin, Affiliate, Lead, Writer or
  Reader. Only this command makes an Admin; a suspended member is resumed.

  npm run admin -- reset-two-factor --email you@example.com

  For a person who lost both the authenticator app and the recovery codes: the password alone signs in again, every
  device is signed out, and a mail tells of it.

  npm run admin -- sign-out --email person@example.com

  Ends every session of an account on all devices, for a device that was lost or stolen. The person signs in again.

  npm run admin -- outside-lines --business "Your Business" on|off

  Lets a business call outside phones over this installation's own line (SWITCHBOARD_SIP_TRUNK), or no longer. A business
  with a Twilio account of its own needs no consent.

  npm run admin -- billing entity --name "Your Company Ltd." --number 514599141 --dealer company|licensed|exempt
                                  --address "Street 1, City" [--phone 03-1234567] [--email billing@example.com]
                                  [--logo logo.png] --certificate signing.p12 < passphrase.txt

  The legal entity that issues tax documents to the businesses. The passphrase of the certificate is read from standard
  input. The same number again changes its details; without --certificate the stored one stays.

  npm run admin -- billing allocation --document 305/12 [--number 123456789]

  Gives a document the allocation number of the Tax Authority, or without --number lets it go out without one. Its PDF is
  made and mailed then.

  npm run admin -- billing foreign --business "Your Business" [--reason "Why VAT is 0"]

  Marks a business as foreign: its later documents carry VAT 0 with this reason. Without --reason the mark is removed.

  npm run admin -- billing export [--from 2026-11-01] [--to 2026-11-30] > documents.csv

  All tax documents of these days, for the accountant.

  npm run admin -- billing plan --plan growth --name Growth --name-he צמיחה --price 690 --rates '{"sms":{"included":2000,
                                "tiers":[{"upTo":null,"unitPrice":12}]}}'

  Offers a new version of a plan: price in shekels for a month before VAT, unit prices in agorot. Meters: numbers,
  minutes_in, minutes_out, sms, users, storage. Businesses keep the version that they have. Without --plan: the plans.

  npm run admin -- billing accounts [--business "Your Business"]

  Businesses, their state and what they owe; with --business its invoices, numbered for the next commands.

  npm run admin -- billing payment|credit --business "Your Business" --invoice 3 --amount 100.50 [--reason "Why"]

  Notes a transfer that arrived, or credits an amount before VAT; what was paid beyond the rest goes back to the card.

  npm run admin -- billing suspend|resume --business "Your Business"

  Stops what costs you money for a business, or lets it go on.

  npm run admin -- limits

  What was used today of each limit in .env.example: by the installation, and by businesses and accounts that have used
  half of theirs or more; how many messages were refused; and which businesses may call outside phones.

  npm run admin -- messages

  What became of the newest mails and text messages: when, to whom, how far they came, and the provider's error.

  npm run admin -- counters

  The last nightly audit of each business's counters: how many were compared with their leads and calls, how many were
  wrong and how many of them were repaired.
`
const SHOWN = 50

const options = {
  email: { type: 'string' },
  name: { type: 'string' },
  business: { type: 'string' },
  language: { type: 'string' },
  role: { type: 'string' },
  number: { type: 'string' },
  plan: { type: 'string' },
  'name-he': { type: 'string' },
  price: { type: 'string' },
  rates: { type: 'string' },
  invoice: { type: 'string' },
  amount: { type: 'string' },
  dealer: { type: 'string' },
  address: { type: 'string' },
  phone: { type: 'string' },
  logo: { type: 'string' },
  certificate: { type: 'string' },
  document: { type: 'string' },
  reason: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  'password-stdin': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const
const readArguments = () => parseArgs({ allowPositionals: true, options })
type Values = ReturnType<typeof readArguments>['values']

/** Runs work with all dependencies open; a server may be running at the same time. */
async function withApp(work: (deps: Deps) => Promise<void>) {
  const env = { ...readEnv(), role: 'web' as const }
  const database = await openDatabase(env)
  try {
    const { deps, close } = await open(env, database, { onError: console.error })
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

const signOutCommand = ({ email = '' }: Values) =>
  withApp(async (deps) => {
    const wasSignedIn = await signOutEverywhere(deps, { email })
    console.log(`\n  ${email} ${wasSignedIn ? 'is signed out on every device' : 'was not signed in'}.\n`)
  })

const outsideLinesCommand = ({ business = '' }: Values, word: string | undefined) =>
  withApp(async (deps) => {
    const { businessId, name } = await requireBusinessNamed(deps.workerDb, { business })
    const isOn = await switchOutsideLines(deps, businessId, { word })
    console.log(`\n  ${name} ${isOn ? 'may call outside phones' : 'may not call outside phones any more'}.\n`)
  })

const billingEntityCommand = async (values: Values) => {
  const passphrase = values.certificate ? (await text(process.stdin)).replace(/\r?\n$/, '') : ''
  await withApp(async (deps) => {
    const { name, number, certificateUntil } = await setEntityFromFiles(deps, values, passphrase)
    const until = certificateUntil.toISOString().slice(0, 10)
    console.log(`\n  ${name} (${number}) issues tax documents. The signing certificate is valid until ${until}.\n`)
  })
}

const ofBusiness = (business: string | undefined, act: (deps: Deps, businessId: string) => Promise<unknown>) =>
  withApp(async (deps) => {
    const { businessId, name } = await requireBusinessNamed(deps.workerDb, { business: business ?? '' })
    await act(deps, businessId)
    for (const line of await billing.invoicesOf(deps, businessId)) console.log(line)
    console.log(`\n  Done for ${name}.\n`)
  })
const billingPlanCommand = ({ plan, name = '', 'name-he': nameHe = '', price = '', rates = '' }: Values) =>
  withApp(async (deps) => {
    if (plan !== undefined) await billing.offerPlan(deps, { plan, nameHe, nameEn: name, price, rates })
    for (const line of await billing.plansOf(deps)) console.log(line)
  })
const billingAccountsCommand = ({ business }: Values) =>
  business
    ? ofBusiness(business, async () => {})
    : withApp(async (deps) => {
        for (const line of await billing.accountsOf(deps)) console.log(line)
      })
const billingPaymentCommand = (values: Values) =>
  ofBusiness(values.business, (deps, id) => billing.notePayment(deps, id, values))
const billingCreditCommand = (values: Values) =>
  ofBusiness(values.business, (deps, id) => billing.giveCredit(deps, id, values))
const holdCommand =
  (isHeld: boolean) =>
  ({ business }: Values) =>
    ofBusiness(business, (deps, id) => billing.holdAccount(deps, id, isHeld))

const billingAllocationCommand = ({ document = '', number }: Values) =>
  withApp(async (deps) => {
    await allocate(deps, { document, number })
    console.log(`\n  ${document} goes out ${number ? `with the allocation number ${number}` : 'without a number'}.\n`)
  })

const billingForeignCommand = ({ business = '', reason = '' }: Values) =>
  withApp(async (deps) => {
    const { businessId, name } = await requireBusinessNamed(deps.workerDb, { business })
    await markForeign(deps, businessId, { reason })
    console.log(`\n  ${name}: ${reason ? 'VAT 0 from now on' : 'VAT as usual from now on'}.\n`)
  })

const billingExportCommand = ({ from, to }: Values) =>
  withApp(async (deps) => {
    for await (const part of booksOf(deps, { from, to })) process.stdout.write(part)
  })

const limitsCommand = () =>
  withApp(async (deps) => {
    for (const line of await findLimits(deps)) console.log(line)
  })

const countersCommand = () =>
  withApp(async (deps) => {
    for (const line of await findCounterAudits(deps)) console.log(line)
  })

/** Without their texts, which contain codes and links. */
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

/** The refused option and the reason, for the operator. */
function explain(error: unknown) {
  if (error instanceof EnvError || error instanceof PoolerError) return error.message
  if (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return error.message
  if (!(error instanceof AppError)) return error
  const { issues = [] } = error.details
  const reasons = issues.map(({ path, message, values }) => `--${path}: ${issueText('en', message, values)}`)
  return reasons.length ? reasons.join('\n  ') : translate('en', 'errors', error.code)
}

const commands = new Map<string, (values: Values) => Promise<void>>([
  ['create-owner', createOwnerCommand],
  ['grant', grantCommand],
  ['reset-two-factor', resetTwoFactorCommand],
  ['sign-out', signOutCommand],
  ['billing plan', billingPlanCommand],
  ['billing accounts', billingAccountsCommand],
  ['billing payment', billingPaymentCommand],
  ['billing credit', billingCreditCommand],
  ['billing suspend', holdCommand(true)],
  ['billing resume', holdCommand(false)],
  ['billing entity', billingEntityCommand],
  ['billing allocation', billingAllocationCommand],
  ['billing foreign', billingForeignCommand],
  ['billing export', billingExportCommand],
  ['limits', limitsCommand],
  ['messages', messagesCommand],
  ['counters', countersCommand],
])

async function main() {
  const { values, positionals } = readArguments()
  if (values.help) return console.log(USAGE)
  const [name = '', ...rest] = positionals
  if (name === 'outside-lines' && rest.length <= 1) return outsideLinesCommand(values, rest[0])
  const command = commands.get([name, ...rest].join(' '))
  if (command) return command(values)
  console.log(USAGE)
  process.exitCode = 1
}

main().catch((error: unknown) => {
  console.error('\n ', explain(error), '\n')
  process.exitCode = 1
})
