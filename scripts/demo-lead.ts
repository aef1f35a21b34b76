import { randomInt, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { renovation } from '../db/demo/campaigns.ts'
import { makeRandom } from '../db/demo/random.ts'
import { aVisitor, demoPhone } from '../db/demo/visitors.ts'
import { DEMO_KEY_FILE } from '../db/seed.ts'
import { readEnv } from '../server/env.ts'

const USAGE = 'npm run demo:lead [-- --campaign <part of its name> --count <how many>]'
const COUNT_MAX = 1_000
const FOUR_DIGITS = 10_000
const PHONE_TRIES = 20

const { values } = parseArgs({
  options: { campaign: { type: 'string', default: '' }, count: { type: 'string', default: '1' } },
})
const env = readEnv()
const count = Number(values.count)
if (!Number.isInteger(count) || count < 1 || count > COUNT_MAX)
  stop(`--count is a number from 1 to ${COUNT_MAX}.\n  ${USAGE}`)

const key = await readFile(join(env.dataDir, DEMO_KEY_FILE), 'utf8').catch(() =>
  stop(
    `There is no demo here: ${join(env.dataDir, DEMO_KEY_FILE)} is missing. Start Leadline with an empty data folder first.`,
  ),
)
const authorization = `Bearer ${key.trim()}`
const campaigns = await findCampaigns()
const wanted = campaigns.filter(({ name }) => name.toLowerCase().includes(values.campaign.toLowerCase()))
if (!wanted.length)
  stop(`No campaign's name holds “${values.campaign}”. There are: ${campaigns.map(({ name }) => name).join(', ')}`)

const random = makeRandom(randomInt(2 ** 31))
for (let i = 0; i < count; i++) {
  const { _id: campaignId, name } = random.pick(wanted)
  const demo = renovation.find((campaign) => campaign.name === name) ?? random.pick(renovation)
  await send({ ...aVisitor(random, demo, { phone: await findPhone() }), campaignId }, name)
}

/** A phone without a lead, so that a new lead arrives; after some tries, any phone. */
async function findPhone() {
  let phone = ''
  for (let tries = 0; tries < PHONE_TRIES; tries++) {
    phone = demoPhone(randomInt(FOUR_DIGITS))
    const reply = await call(`/api/lead?search=${encodeURIComponent(phone)}`, { headers: { authorization } })
    const { pagination } = (await reply.json()) as { pagination?: { total: number } }
    if (!pagination?.total) break
  }
  return phone
}

/** Sends the lead as a website's server does. */
async function send(lead: Record<string, unknown>, campaignName: string) {
  const reply = await call('/api/lead', {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(lead),
  })
  console.log(`→ ${campaignName}\n${JSON.stringify(lead, null, 2)}`)
  console.log(`← ${reply.status} ${JSON.stringify(await reply.json())}\n`)
  if (!reply.ok) process.exitCode = 1
}

/** Campaigns of existing leads, since a key can read only leads. */
async function findCampaigns() {
  const reply = await call('/api/lead?limit=100', { headers: { authorization } })
  if (!reply.ok) stop(`The demo's key was refused: ${reply.status} ${await reply.text()}`)
  const { leads } = (await reply.json()) as { leads: { campaignId: string; campaignName: string }[] }
  return [
    ...new Map(leads.map((lead) => [lead.campaignId, { _id: lead.campaignId, name: lead.campaignName }])).values(),
  ]
}

function call(path: string, init: RequestInit): Promise<Response> {
  return fetch(`${env.publicUrl}${path}`, init).catch(() =>
    stop(`Nothing answers at ${env.publicUrl}: start Leadline first.`),
  )
}

function stop(why: string): never {
  console.error(`\n  ${why}\n`)
  process.exit(1)
}
