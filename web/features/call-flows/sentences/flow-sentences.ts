import type { TFunction } from 'i18next'
import type { FlowBranch, FlowSettings, FlowStep, FlowStepOf, Ring, Spoken } from '#contract/calls/flows/flow-shapes.ts'
import { formatPhone } from '#contract/values/phones.ts'
import { formatClock } from '../../../lib/i18n/format.ts'
import type { Token as AnyToken, Word } from '../../../ui/sentences/token.ts'

/**
 * Steps of a flow as sentences, for the editor, comparisons and the log. A sentence is one text of the catalogue whose
 * placeholders are tokens: what can be chosen. The catalogue decides their order.
 */
export type TokenField =
  | 'condition'
  | 'spoken'
  | 'keys'
  | 'seconds'
  | 'repeats'
  | 'otherwise'
  | 'whom'
  | 'order'
  | 'options'
  | 'wait'
  | 'music'
  | 'announces'
  | 'phone'
  | 'flow'
export type Token = AnyToken<TokenField>
export type Sentence = { key: string; tokens: Partial<Record<TokenField, Token>> }
export type StepSentences = { main: Sentence; second: Sentence | null }

/** Names of what steps refer to; undefined: not known, or deleted. */
export type FlowNames = {
  t: TFunction
  personOf: (userId: string) => string | undefined
  soundOf: (soundId: string) => { name: string; seconds: number } | undefined
  flowOf: (flowId: string) => string | undefined
}

const ours = (text: string): Word => ({ text, is: 'ours' })
const token = (field: TokenField, ...words: Word[]): Token => ({ field, words })
const sentence = (key: string, ...tokens: Token[]): Sentence => ({
  key: `sentences.${key}`,
  tokens: Object.fromEntries(tokens.map((one) => [one.field, one])),
})

export function sentencesOf(step: FlowStep, names: FlowNames): StepSentences {
  const { t } = names
  const spoken = (words: Spoken) => spokenToken('spoken', words, names)
  const only = (main: Sentence): StepSentences => ({ main, second: null })
  switch (step.kind) {
    case 'open': {
      const { by } = step.condition
      const main = sentence('open', token('condition', ours(t(`conditions.${by}`))))
      return { main, second: sentence(`openSecond.${by}`) }
    }
    case 'say':
      return only(sentence(step.firstTimeOnly ? 'sayOnce' : 'say', spoken(step.spoken)))
    case 'menu':
      return menuSentences(step, names)
    case 'ring': {
      const { ring } = step
      const main = sentence('ring', token('order', ours(t(`orders.${ring.order}`))), whomToken(ring, names))
      return { main, second: sentence(ringSecond(ring), secondsToken(ring.seconds, t), optionsToken(ring, t)) }
    }
    case 'wait':
      return waitSentences(step, names)
    case 'voicemail':
      return only(sentence('voicemail', spoken(step.spoken)))
    case 'message':
      return only(sentence('message', spoken(step.spoken)))
    case 'forward': {
      const phone = token('phone', { text: formatPhone(step.phone), is: 'phone' })
      return {
        main: sentence('forward', phone),
        second: sentence('forwardSecond', secondsToken(step.seconds, t)),
      }
    }
    case 'hangup':
      return only(sentence('hangup'))
    case 'flow': {
      const name = names.flowOf(step.flowId)
      const word: Word = name === undefined ? ours(t('missing.flow')) : { text: name, is: 'users' }
      return only(sentence('flow', { ...token('flow', word), isMissing: name === undefined }))
    }
  }
}

function menuSentences(step: FlowStepOf<'menu'>, names: FlowNames): StepSentences {
  const { t } = names
  const { keys, otherwiseAs } = step
  const otherwise = otherwiseAs === null ? t('otherwise.own') : t('otherwise.as', { key: otherwiseAs })
  return {
    main: sentence(
      'menu',
      spokenToken('spoken', step.spoken, names),
      token('keys', ours(t('keys.count', { count: keys.length }))),
      secondsToken(step.seconds, t),
    ),
    second: sentence(
      'menuSecond',
      token('repeats', ours(t(`repeats.${step.repeats}`))),
      token('otherwise', ours(otherwise)),
    ),
  }
}

function waitSentences(step: FlowStepOf<'wait'>, names: FlowNames): StepSentences {
  const { t } = names
  const { ring, music, tellsPlace, offersCallback } = step
  const announces = [
    ...(tellsPlace ? [ours(t('announces.place'))] : []),
    ...(offersCallback ? [ours(t('announces.callback'))] : []),
  ]
  return {
    main: sentence(
      'wait',
      token('wait', ours(lengthText(step.seconds, t))),
      token('order', ours(t(`orders.${ring.order}`))),
      whomToken(ring, names),
    ),
    second: sentence(
      ring.order === 'together' ? 'waitSecond' : 'waitSecondEach',
      music ? spokenToken('music', music, names) : token('music', ours(t('music.own'))),
      token('announces', ...(announces.length > 0 ? announces : [ours(t('announces.none'))])),
      secondsToken(ring.seconds, t),
      optionsToken(ring, t),
    ),
  }
}

const ringSecond = ({ order }: Ring) => (order === 'together' ? 'ringSecond' : 'ringSecondEach')

const secondsToken = (seconds: number, t: TFunction) => token('seconds', ours(t('seconds', { count: seconds })))

const MINUTE = 60
/** Whole minutes are said as minutes. */
export const lengthText = (seconds: number, t: TFunction) =>
  seconds % MINUTE === 0 ? t('minutes', { count: seconds / MINUTE }) : t('seconds', { count: seconds })

const EXCERPT_MAX = 60
/** The beginning of a long text. */
const excerpt = (text: string) => (text.length > EXCERPT_MAX ? `${text.slice(0, EXCERPT_MAX - 1).trimEnd()}…` : text)

function spokenToken(field: 'spoken' | 'music', spoken: Spoken, { t, soundOf }: FlowNames): Token {
  if (spoken.by === 'text')
    return spoken.text
      ? token(field, { text: t('quoted', { text: excerpt(spoken.text) }), is: 'users' })
      : token(field, ours(t('standard')))
  const sound = soundOf(spoken.soundId)
  if (!sound) return { ...token(field, ours(t('missing.sound'))), isMissing: true }
  return token(field, { text: t('soundNamed', { name: sound.name, length: formatClock(sound.seconds) }), is: 'users' })
}

function whomToken({ whom, order }: Ring, { t, personOf }: FlowNames): Token {
  if (whom.by === 'campaign') return token('whom', ours(t('whom.campaign')))
  if (whom.targets.length === 0) return { ...token('whom', ours(t('whom.none'))), isMissing: true }
  const words = whom.targets.map((target): Word => {
    const name = target.kind === 'phone' ? formatPhone(target.phone) : (personOf(target.userId) ?? t('missing.person'))
    const text = order === 'weighted' ? t('whom.weighted', { name, weight: target.weight }) : name
    return { text, is: target.kind === 'phone' ? 'phone' : 'users' }
  })
  return token('whom', ...words)
}

function optionsToken({ knownFirst, onShiftOnly }: Ring, t: TFunction): Token {
  const words = [
    ...(knownFirst ? [ours(t('options.knownFirst'))] : []),
    ...(onShiftOnly ? [ours(t('options.onShiftOnly'))] : []),
  ]
  return token('options', ...(words.length > 0 ? words : [ours(t('options.none'))]))
}

/** A branch in words, with the label of its key. */
export function branchText(owner: FlowStep, branch: FlowBranch, t: TFunction): string {
  if (branch === 'open' || branch === 'closed' || branch === 'otherwise') return t(`branches.${branch}`)
  const label = owner.kind === 'menu' ? owner.keys.find(({ key }) => key === branch)?.label : undefined
  return label ? t('branches.keyNamed', { key: branch, label }) : t('branches.key', { key: branch })
}

/** A sentence as plain text. */
export const sentenceText = ({ key, tokens }: Sentence, t: TFunction): string =>
  t(key, Object.fromEntries(Object.values(tokens).map(({ field, words }) => [field, isolated(words)])))

/** Each word keeps its own direction within the sentence. */
const isolated = (words: readonly Word[]) => words.map(({ text, is }) => `${MARKS[is]}${text}\u2069`).join(', ')
const MARKS = { ours: '\u2068', users: '\u2068', phone: '\u2066' } as const

/** All that a step says. */
export function stepText(step: FlowStep, names: FlowNames): string {
  const { main, second } = sentencesOf(step, names)
  const keys = step.kind === 'menu' ? step.keys.map(({ key }) => branchText(step, key, names.t)) : []
  const texts = [main, ...(second ? [second] : [])].map((one) => sentenceText(one, names.t))
  return [...texts, ...keys].join(' · ')
}

/** What a step does, in words, without how. */
export const shortText = (step: FlowStep, names: FlowNames): string =>
  sentenceText(sentencesOf(step, names).main, names.t)

/** The settings of a flow, one text each. */
export function settingTexts(
  { language, recording, whisper, screening, shownNumber }: FlowSettings,
  t: TFunction,
): string[] {
  return [
    t('settings.speaks', { language: t(`settings.languages.${language}`) }),
    t(recording ? 'settings.recorded' : 'settings.notRecorded'),
    t(whisper.isOn ? (whisper.text ? 'settings.whispers' : 'settings.whispersStandard') : 'settings.noWhisper', {
      text: `\u2068${excerpt(whisper.text)}\u2069`,
    }),
    t(screening === 'mobiles' ? 'settings.screenedMobiles' : screening ? 'settings.screened' : 'settings.notScreened'),
    ...(shownNumber === 'called' ? [t('settings.showsCalled')] : []),
  ]
}

/** What Enter lets choose in the sentence of a step. */
export const firstFieldOf = ({ kind }: FlowStep): TokenField | null => firstFields[kind]
const firstFields: Record<FlowStep['kind'], TokenField | null> = {
  open: 'condition',
  say: 'spoken',
  menu: 'spoken',
  ring: 'whom',
  wait: 'wait',
  voicemail: 'spoken',
  message: 'spoken',
  forward: 'phone',
  hangup: null,
  flow: 'flow',
}
