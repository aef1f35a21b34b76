import { randomBytes } from 'node:crypto'
import { dayOf } from '#contract/values/clock.ts'
import type { Deps } from '../../deps.ts'
import { answerSetup, type HouseSetup } from '../../providers/payments/local-house.queries.ts'
import { SIGNATURE_HEADER, signatureOf } from '../../providers/payments/local-house.ts'
import { type Behaviour, CHALLENGE_CODE, testCards } from '../../providers/payments/test-cards.ts'

const CALLBACK_MS = 3_000
type HouseDeps = Pick<Deps, 'workerDb' | 'env' | 'now' | 'onError'>
export type HouseForm = { answer?: string; number?: string; expires?: string; code?: string }

/** Answers a set-up as its page was filled in. Returns what is wrong, or nothing when the person goes back. */
export async function answerPage(deps: HouseDeps, setup: HouseSetup, form: HouseForm): Promise<string | undefined> {
  const { workerDb } = deps
  if (setup.state === 'approved' || setup.state === 'refused') return undefined
  if (form.answer === 'refuse') {
    await answerSetup(workerDb, setup.ref, { state: 'refused', token: null, behaviour: '', card: setup.card })
    return notify(deps, setup.ref, 'approved')
  }
  if (setup.kind === 'bank') return approve(deps, setup, { behaviour: 'approved', card: setup.card })
  if (setup.state === 'challenge') {
    if (form.code?.trim() !== CHALLENGE_CODE) return 'The code is wrong.'
    return approve(deps, setup, { behaviour: 'challenge', card: setup.card })
  }
  const number = (form.number ?? '').replaceAll(/[ -]/g, '')
  const found = testCards[number]
  if (!found) return 'This is not a test card.'
  const expiresMonth = monthOf(form.expires ?? '')
  if (!expiresMonth || expiresMonth < dayOf(deps.now()).slice(0, 7))
    return 'The card has expired, or the date is not MM/YY.'
  const card = { brand: 'Visa', last4: number.slice(-4), expiresMonth: `${expiresMonth}-01` }
  if (found.behaviour !== 'challenge') return approve(deps, setup, { behaviour: found.behaviour, card })
  await answerSetup(workerDb, setup.ref, { state: 'challenge', token: null, behaviour: 'challenge', card })
  return 'The bank asks for a code.'
}

function monthOf(text: string) {
  const [, month, year] = /^(0[1-9]|1[0-2])\s*\/\s*(\d{2})$/.exec(text.trim()) ?? []
  return month && year ? `20${year}-${month}` : undefined
}

type Approved = { behaviour: Behaviour; card: HouseSetup['card'] }
async function approve(deps: HouseDeps, { ref }: HouseSetup, { behaviour, card }: Approved) {
  const token = randomBytes(24).toString('base64url')
  await answerSetup(deps.workerDb, ref, { state: 'approved', token, behaviour, card })
  return notify(deps, ref, behaviour)
}

/** Calls back as the card behaves; an ordinary callback does not wait for its answer. */
async function notify({ env, onError }: HouseDeps, ref: string, behaviour: Behaviour): Promise<undefined> {
  const send = async () => {
    const body = JSON.stringify({ ref })
    const headers = { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(env.secretKey, body) }
    const signal = AbortSignal.timeout(CALLBACK_MS)
    await fetch(`${env.publicUrl}/hooks/payments/local`, { method: 'POST', body, headers, signal }).catch(onError)
  }
  if (behaviour === 'no_callback') return
  if (behaviour === 'callback_first') await send()
  else if (behaviour === 'doubled_callback') void Promise.all([send(), send()])
  else void send()
}
