import { mentionOf } from '../../contract/leads/comments/mentions.ts'
import { change, comment, type MadeLead, moveToTrash, repeat, type StatusName } from '../../server/testing/factories.ts'
import type { DemoCampaign } from './campaigns.ts'
import { comments, formerTexts } from './comments.ts'
import type { Random } from './random.ts'

/** Most leads have no tag, some two. */
const demoTags: (string | undefined)[] = ['VIP', 'לקוח חוזר', 'המלצה', 'דחוף', 'תקציב מאושר', 'ממתין למשכנתא']

/** Most lost leads have a reason. */
const lostReasons: (string | undefined)[] = [
  'המחיר',
  'בחירה במתחרה',
  'אין מענה',
  'לא עכשיו, אולי בהמשך',
  'מחוץ לאזור השירות',
  'המחיר',
  'אין צורך אמיתי',
]

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Minutes from the first to the last event of a status change. */
const LONGEST_STEP = 5

/** Paths of statuses from new to the end, weighted. */
const roads: Record<string, { share: number; road: StatusName[] }> = {
  won: { share: 17, road: ['In progress', 'Meeting set', 'Proposal sent', 'Won'] },
  wonLate: { share: 5, road: ['Attempting', 'In progress', 'Meeting set', 'Proposal sent', 'Won'] },
  proposal: { share: 8, road: ['In progress', 'Meeting set', 'Proposal sent'] },
  meeting: { share: 6, road: ['In progress', 'Meeting set'] },
  progress: { share: 7, road: ['Attempting', 'In progress'] },
  attempting: { share: 7, road: ['Attempting'] },
  hold: { share: 8, road: ['In progress', 'On hold'] },
  lostSoon: { share: 24, road: ['Attempting', 'Not relevant'] },
  lostLate: { share: 18, road: ['In progress', 'Proposal sent', 'Not relevant'] },
}
const shares = Object.fromEntries(Object.entries(roads).map(([name, { share }]) => [name, share]))

type Telling = { random: Random; campaign: DemoCampaign; now: Date; workers: string[] }

/** Simulates the history of a lead from its arrival until now. */
export function tell(made: MadeLead, { random, campaign, now, workers }: Telling) {
  let at = new Date(made.row.created_at)
  const age = now.getTime() - at.getTime()
  const isForgotten = age < 6 * DAY && random.chance(age < 6 * HOUR ? 0.6 : 0.2)
  if (isForgotten) return void (random.chance(0.35) && see(made, new Date(at.getTime() + 20 * MINUTE), now))

  const by = { userId: random.pick(workers) }
  const { road } = roads[random.weighted(shares)] as { road: StatusName[] }
  for (const [i, status] of road.entries()) {
    at = workingTime(new Date(at.getTime() + pause(random, i === 0)))
    if (after(at, LONGEST_STEP) > now) return
    if (i === 0) assign(made, at, { by: random.chance(0.8) ? by.userId : random.pick(workers), to: by.userId })
    if ((status === 'In progress' && random.chance(0.85)) || (status === 'Proposal sent' && made.row.value == null))
      estimate(made, { random, campaign, at, by })
    change(made, { at: after(at, 2), by }, { statusId: made.business.statusId(status) }, whyLost(made, status))
    if (random.chance(0.55))
      say(made, { at: after(at, LONGEST_STEP), by }, { text: random.pick(comments[status] ?? []), workers })
  }
}

type Saying = { text: string; workers: readonly string[] }
/** A comment to a colleague, where there is one. */
function say(made: MadeLead, act: { at: Date; by: { userId: string } }, { text, workers }: Saying) {
  const colleague = workers.find((userId) => userId !== act.by.userId)
  const said = text.replace('@', colleague ? mentionOf(colleague) : 'הצוות')
  comment(made, act, { text: said, former: formerTexts[text] })
}

type Again = { by: { keyId: string }; enquiry: Parameters<typeof repeat>[2] }
/** A repeat enquiry within some days. */
export function comeAgain(made: MadeLead, { random, now }: Telling, { by, enquiry }: Again) {
  const at = new Date(Date.parse(made.row.created_at) + random.int(1, 5) * DAY + random.int(1, 300) * MINUTE)
  if (at < now) repeat(made, { at, by }, enquiry)
}

/** Deletes the lead as its last event, to fill the trash. */
export function throwAway(made: MadeLead, { random, now, workers }: Telling) {
  const last = Math.max(...made.events.map(({ at }) => Date.parse(String(at))))
  const at = new Date(last + (0.2 + 0.6 * random.next()) * (now.getTime() - last))
  moveToTrash(made, { at, by: { userId: workers[0] as string } })
}

function see(made: MadeLead, at: Date, now: Date) {
  if (at < now) made.row = { ...made.row, read_at: at.toISOString() }
}

function assign(made: MadeLead, at: Date, { by, to }: { by: string; to: string }) {
  change(made, { at, by: { userId: by } }, { assignedTo: to })
  made.row = { ...made.row, read_at: at.toISOString() }
  tag(made, { at: after(at, 0.5), by: { userId: to } })
}

function whyLost(made: MadeLead, status: StatusName) {
  const lostReason = status === 'Not relevant' && lostReasons[lastDigits(made) % 9]
  return lostReason ? { lostReason } : undefined
}

const lastDigits = (made: MadeLead) => Number(made.row.phone?.slice(-2) ?? 0)

/** Tags noted during a call; chosen by the phone's last digits. */
function tag(made: MadeLead, act: { at: Date; by: { userId: string } }) {
  const digits = lastDigits(made)
  const tags = [demoTags[digits % 17], demoTags[digits % 23]].filter((one) => one !== undefined)
  if (tags.length > 0) change(made, act, { tags: [...new Set(tags)] })
}

type Estimate = Pick<Telling, 'random' | 'campaign'> & { at: Date; by: { userId: string } }
/** Small jobs are more frequent than large ones; round hundreds of shekels, in agorot. */
function estimate(made: MadeLead, { random, campaign: { worth }, at, by }: Estimate) {
  const [min, max] = worth
  const shekels = Math.round((min + (max - min) * random.next() ** 2.2) / 100) * 100
  change(made, { at: after(at, 1), by }, { value: shekels * 100 })
}

const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE)

function pause(random: Random, isFirst: boolean) {
  if (!isFirst) return random.int(8, 190) * HOUR
  // Some leads are answered while the visitor is still on the website.
  if (random.chance(0.2)) return random.int(0, 2) * MINUTE
  return random.chance(0.75) ? random.int(4, 90) * MINUTE : random.int(3, 40) * HOUR
}

/** Moves a time into working hours, about 8 to 20 in Israel, or to the next morning. */
export function workingTime(at: Date): Date {
  const hour = at.getUTCHours()
  if (hour >= 5 && hour < 18) return at
  const morning = new Date(at)
  morning.setUTCHours(hour < 5 ? 6 : 30, at.getUTCMinutes(), at.getUTCSeconds())
  return morning
}
