import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Language } from '#contract/constants.ts'
import { HONEYPOT } from '#contract/forms.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../platform/http/errors.ts'
import { fieldsOf } from '../../platform/http/fields.ts'
import { translate } from '../../platform/texts.ts'
import { createFormLead } from '../leads/intake/form-intake.service.ts'
import { readableForm } from '../payloads/payloads.rules.ts'
import { type Answers, carriedIn, type Issue, linkValuesIn, readAnswers } from './answers.ts'
import type { FoundForm } from './forms.queries.ts'
import { addressOf } from './hosted.rules.ts'
import { formPage, plainPage, TOKEN } from './hosted-page.ts'
import { newToken, type Verdict, verdictOf } from './hosted-spam.ts'

type Post = {
  language: Language
  body: string
  ip: string
  origin: string | undefined
  host: string
  contentType: string | null
  isEmbedded: boolean
}
type Answer = { status: number; html?: string; location?: string }
type Fate = { outcome: string; leadId?: string }

/** `stale` is not among them: a tab that was open for too long belongs to a visitor. */
const spamVerdicts = new Set<string>(['honeypot', 'too_fast', 'wrong_origin'] satisfies Verdict[])

/**
 * Handles a post to a form. The sender is judged first, without the database, then the content; every post is noted.
 */
export async function receive(deps: Deps, form: FoundForm, post: Post): Promise<Answer> {
  const values = fieldsOf(post.body)
  const { payloads, now } = deps
  const answer = await answerOf(deps, form, { ...post, values })
  payloads.note({
    businessId: form.business_id,
    senderId: form.id,
    at: now(),
    status: answer.status,
    ip: post.ip,
    isSpam: spamVerdicts.has(answer.fate.outcome),
    read: () => ({
      outcome: answer.fate.outcome,
      leadId: answer.fate.leadId ?? null,
      contentType: post.contentType,
      raw: readableForm(post.body, [TOKEN]),
    }),
  })
  return answer
}

type Submission = Post & { values: Record<string, string> }

async function answerOf(deps: Deps, form: FoundForm, sent: Submission): Promise<Answer & { fate: Fate }> {
  const { env, now } = deps
  const { values, language, origin, host } = sent
  const token = values[TOKEN] ?? ''
  const verdict = verdictOf(env.secretKey, {
    ...{ formKey: form.key, values, token, origin, host },
    ...{ allowedOrigins: form.allowed_origins, now: now() },
  })
  const refused = { outcome: verdict }
  // A bot gets the same page as a visitor.
  if (verdict === 'honeypot') return { ...leadOn(form, sent), fate: refused }
  if (verdict === 'wrong_origin') return { status: 403, html: plainPage(language, 'wrongOrigin'), fate: refused }
  if (verdict === 'too_fast' || verdict === 'stale') {
    const notice = translate(language, 'form-page', verdict === 'stale' ? 'stale' : 'tooFast')
    return { ...again(deps, form, sent, { notice, keepsToken: verdict === 'too_fast' }), fate: refused }
  }
  const result = readAnswers(form, language, values)
  if ('issues' in result) {
    const wrong = { issues: textsOf(result.issues, language), keepsToken: token !== '' }
    return { ...again(deps, form, sent, wrong), fate: { outcome: 'invalid_input' } }
  }
  const fate = await take(deps, form, { body: sent.body, token, read: result.read })
  return { ...leadOn(form, sent), fate }
}

/** To the thanks page or the form’s redirect; in a frame the outer page redirects. */
function leadOn(form: FoundForm, { language, isEmbedded, values }: Submission): Answer {
  const carried = form.booking_slug ? linkValuesIn(values) : {}
  const thanks = addressOf(form, { language, isEmbedded, ...carried }, '/thanks')
  // The address may contain characters that are invalid in a header.
  return { status: 303, location: form.redirect_url && !isEmbedded ? new URL(form.redirect_url).href : thanks }
}

type Wrong = { notice?: string; issues?: Record<string, string>; keepsToken: boolean }
/** The page again, with the entered values. */
function again({ env, now }: Deps, form: FoundForm, sent: Submission, { notice, issues, keepsToken }: Wrong): Answer {
  const { language, values, isEmbedded } = sent
  const html = formPage({
    form,
    language,
    action: addressOf(form, { language, isEmbedded }),
    token: keepsToken ? (values[TOKEN] ?? '') : newToken(env.secretKey, form.key, now()),
    values,
    carried: carriedIn(values),
    isEmbedded,
    ...(issues && { issues }),
    ...(notice && { notice }),
  })
  return { status: 422, html }
}

const textsOf = (issues: Record<string, Issue>, language: Language) =>
  Object.fromEntries(
    Object.entries(issues).map(([name, { key, limit }]) => [name, translate(language, 'errors', key, { limit })]),
  )

const TRIES = 50
const WAIT_MS = 100

/** The second request of a double click waits for the first and gets its answer. */
async function take(
  deps: Deps,
  form: FoundForm,
  { body, token, read }: { body: string; token: string; read: Answers },
) {
  const raw = readableForm(body, [TOKEN, HONEYPOT])
  const key = token && createHash('sha256').update(`${token} ${raw}`).digest('base64url')
  const db = deps.tenants.scope({ businessId: form.business_id })
  const place = { businessId: form.business_id, formId: form.id, campaignId: form.campaign_id, source: form.source }
  const own = await deps.ownFields.find(form.business_id)
  for (let tries = 1; ; tries++) {
    try {
      const taken = await createFormLead(db, place, { ...read, own, raw, idempotencyKey: key || undefined })
      deps.wakeRelay()
      return taken
    } catch (error) {
      const isRunning = error instanceof AppError && error.code === 'request_running'
      if (!isRunning || tries === TRIES) throw error
      await sleep(WAIT_MS)
    }
  }
}
