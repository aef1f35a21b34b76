import type { TFunction } from 'i18next'
import type { OwnFieldName } from '#contract/lead-fields/own-fields.ts'
import type { Step, Trigger } from '#contract/leads/automations/automation-shapes.ts'
import type { Token as AnyToken, Word } from '../../../ui/sentences/token.ts'

/**
 * Triggers and steps as sentences. A sentence is one text of the catalogue whose placeholders are tokens: what can be
 * chosen. The catalogue decides their order.
 */
export type TokenField =
  | 'statuses'
  | 'field'
  | 'results'
  | 'answers'
  | 'hours'
  | 'days'
  | 'hour'
  | 'user'
  | 'status'
  | 'value'
  | 'add'
  | 'remove'
  | 'action'
  | 'delay'
  | 'note'
  | 'template'
  | 'whom'
  | 'text'
  | 'minutes'
  | 'where'
export type Token = AnyToken<TokenField>
export type Sentence = { key: string; tokens: readonly Token[] }

/** Names of what rules refer to; undefined: not known, or deleted. */
export type Names = {
  t: TFunction
  personOf: (id: string) => string | undefined
  statusOf: (id: string) => string | undefined
  fieldOf: (name: string) => string | undefined
  valueOf: (field: OwnFieldName, value: unknown) => string
  templateOf: (id: string) => { name: string; channel: 'sms' | 'email' | 'whatsapp' } | undefined
  money: (agorot: number) => string
}

const ours = (text: string): Word => ({ text, is: 'ours' })
const users = (text: string): Word => ({ text, is: 'users' })
const token = (field: TokenField, ...words: Word[]): Token => ({ field, words })
const missing = (field: TokenField, text: string): Token => ({ field, words: [ours(text)], isMissing: true })
const sentence = (key: string, ...tokens: Token[]): Sentence => ({ key, tokens })

const MINUTES_OF_HOUR = 60
const MINUTES_OF_DAY = 1_440
export type Unit = 'minutes' | 'hours' | 'days'
export const unitMinutes: Record<Unit, number> = { minutes: 1, hours: MINUTES_OF_HOUR, days: MINUTES_OF_DAY }
/** The largest unit in which the duration is a whole number. */
export const unitOf = (minutes: number): Unit =>
  minutes % MINUTES_OF_DAY === 0 ? 'days' : minutes % MINUTES_OF_HOUR === 0 ? 'hours' : 'minutes'
export const durationText = (t: TFunction, minutes: number) => {
  const unit = unitOf(minutes)
  return t(`durations.${unit}`, { count: minutes / unitMinutes[unit] })
}

const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`
/** Before, on or after the day. */
const dayKey = (days: number) => (days === 0 ? 'on' : days < 0 ? 'before' : 'after')

export function sentenceOfTrigger(trigger: Trigger, { t, statusOf, fieldOf }: Names): Sentence {
  const key = `triggers.${trigger.kind}`
  const listed = (field: TokenField, texts: readonly string[], any: string) =>
    token(field, ...(texts.length > 0 ? texts.map(users) : [ours(t(any))]))
  switch (trigger.kind) {
    case 'status_changed':
      return sentence(
        key,
        listed(
          'statuses',
          trigger.to.map((id) => statusOf(id) ?? t('gone.status')),
          'any.status',
        ),
      )
    case 'call_ended':
      return sentence(
        key,
        listed(
          'results',
          trigger.as.map((one) => t(`statuses.${one}`, { ns: 'calls' })),
          'any.result',
        ),
      )
    case 'meeting_answered':
      return sentence(
        key,
        listed(
          'answers',
          trigger.as.map((one) => t(`answers.${one}`)),
          'any.answer',
        ),
      )
    case 'field_changed':
      return sentence(key, fieldToken(trigger.field, { t, fieldOf }))
    case 'inactive':
      return sentence(key, token('hours', ours(t('durations.hours', { count: trigger.hours }))))
    case 'date_reached':
      return sentence(
        key,
        token('days', ours(t(`dayOffsets.${dayKey(trigger.days)}`, { count: Math.abs(trigger.days) }))),
        fieldToken(trigger.field, { t, fieldOf }),
        token('hour', ours(clock(trigger.hour))),
      )
    default:
      return sentence(key)
  }
}

const fieldToken = (field: string, { t, fieldOf }: Pick<Names, 't' | 'fieldOf'>): Token => {
  const name = fieldOf(field)
  if (name !== undefined) return token('field', users(name))
  return missing('field', t(field === 'fields.' ? 'choose.field' : 'gone.field'))
}

/** A branch has its conditions as the token `where`, which the page shows by itself. */
export function sentenceOfStep(step: Step, names: Names): Sentence {
  const { t, personOf, statusOf, fieldOf, money } = names
  const key = `steps.${step.kind}`
  const person = (id: string | null, none: string): Token => {
    if (id === null) return token('user', ours(t(none)))
    const name = personOf(id)
    return name === undefined
      ? missing('user', t(id === '' ? 'choose.person' : 'gone.person'))
      : token('user', users(name))
  }
  switch (step.kind) {
    case 'assign':
      return sentence(key, person(step.userId, 'none.person'))
    case 'set_status': {
      const name = statusOf(step.statusId)
      const gone = missing('status', t(step.statusId === '' ? 'choose.status' : 'gone.status'))
      return sentence(key, name === undefined ? gone : token('status', users(name)))
    }
    case 'set_value':
      return sentence(key, token('value', ours(step.value === null ? t('none.value') : money(step.value))))
    case 'set_field': {
      const value = step.value === null ? ours(t('none.value')) : users(names.valueOf(step.field, step.value))
      return sentence(key, fieldToken(step.field, { t, fieldOf }), token('value', value))
    }
    case 'tag':
      return tagSentence(key, step, t)
    case 'follow_up': {
      const note = step.note ? token('note', users(step.note)) : token('note', ours(t('none.note')))
      const noted = step.action === 'None' && !step.note ? missing('note', t('choose.note')) : note
      const action = token('action', ours(t(`actions.${step.action}`)))
      const delay = token('delay', ours(durationText(t, step.minutes)))
      return sentence(key, action, delay, person(step.userId, 'theAssigned'), noted)
    }
    case 'send':
      return sendSentence(step, names)
    case 'notify':
      return notifySentence(step, names)
    case 'wait':
      return sentence(key, token('minutes', ours(durationText(t, step.minutes))))
    case 'branch':
      return sentence(key, token('where'))
    default:
      return sentence(key)
  }
}

function tagSentence(key: string, { add, remove }: Extract<Step, { kind: 'tag' }>, t: TFunction) {
  const isEmpty = add.length === 0 && remove.length === 0
  const tokenOf = (field: 'add' | 'remove', tags: readonly string[]) =>
    tags.length > 0 ? token(field, ...tags.map(users)) : token(field, ours(t('none.tags')))
  return sentence(key, isEmpty ? missing('add', t('choose.tags')) : tokenOf('add', add), tokenOf('remove', remove))
}

function sendSentence({ templateId }: Extract<Step, { kind: 'send' }>, { t, templateOf }: Names) {
  const template = templateOf(templateId)
  if (template) return sentence(`steps.send_${template.channel}`, token('template', users(template.name)))
  return sentence('steps.send', missing('template', t(templateId === '' ? 'choose.template' : 'gone.template')))
}

function notifySentence({ to, userId, text }: Extract<Step, { kind: 'notify' }>, { t, personOf }: Names) {
  const name = userId && personOf(userId)
  const whom =
    to !== 'person'
      ? token('whom', ours(t(`receivers.${to}`)))
      : name
        ? token('whom', users(name))
        : missing('whom', t(userId ? 'gone.person' : 'choose.person'))
  return sentence('steps.notify', whom, text ? token('text', users(text)) : token('text', ours(t('none.text'))))
}

export const isWhole = ({ tokens }: Sentence) => tokens.every(({ isMissing }) => !isMissing)

const MARKS = { ours: '\u2068', users: '\u2068', phone: '\u2066' } as const
/** The sentence as plain text, for names and for the log. */
export const plainOf = ({ key, tokens }: Sentence, t: TFunction) =>
  t(
    key,
    Object.fromEntries(
      tokens.map(({ field, words }) => [field, words.map(({ text, is }) => `${MARKS[is]}${text}\u2069`).join(', ')]),
    ),
  )
