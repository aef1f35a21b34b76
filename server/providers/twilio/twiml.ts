import type { Language } from '#contract/constants.ts'
import type { Instruction, PlayedSound, RingLeg, SpokenText } from '../voice/voice.ts'

export const TWIML_TYPE = 'text/xml; charset=utf-8'

const VOICES: Record<Language, string> = {
  he: 'language="he-IL" voice="Google.he-IL-Standard-A"',
  en: 'language="en-US" voice="Polly.Joanna"',
}
/** Asynchronous reports are retried after connect failures, timeouts and 5xx. */
export const RETRIED = '#rc=2&rp=ct,rt,5xx'
const LEG_EVENTS = 'initiated ringing answered completed'

/** Renders instructions as TwiML; tenants' texts are escaped. */
export const renderTwiml = (instructions: Instruction[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${instructions.map(render).join('')}</Response>`

function render(instruction: Instruction): string {
  switch (instruction.verb) {
    case 'reject':
      return `<Reject reason="${instruction.reason}"/>`
    case 'say':
    case 'play':
      return prompt(instruction)
    case 'pause':
      return tag('Pause', { length: instruction.seconds })
    case 'keys':
      return tag('Play', { digits: instruction.keys })
    case 'record':
      return tag('Record', {
        maxLength: instruction.maxSeconds,
        playBeep: true,
        trim: 'trim-silence',
        action: instruction.doneHook,
        method: 'POST',
        recordingStatusCallback: instruction.recordingHook + RETRIED,
        recordingStatusCallbackEvent: 'completed absent',
      })
    case 'gather':
      return tag(
        'Gather',
        {
          numDigits: instruction.keys ?? 1,
          timeout: instruction.seconds,
          action: instruction.doneHook,
          method: 'POST',
          ...(instruction.isEachAnswer && { finishOnKey: '', actionOnEmptyResult: true }),
        },
        instruction.prompts.map(prompt).join(''),
      )
    case 'ask':
      return tag('Redirect', { method: 'POST' }, escaped(instruction.hook))
    case 'hangup':
      return '<Hangup/>'
    case 'room':
      return room(instruction)
    case 'dial':
      return dial(instruction)
  }
}

const prompt = (heard: SpokenText | PlayedSound) =>
  'url' in heard ? tag('Play', {}, escaped(heard.url)) : `<Say ${VOICES[heard.language]}>${escaped(heard.text)}</Say>`

function dial({ legs, seconds, maxSeconds, callerId, doneHook, recordingHook }: Instruction & { verb: 'dial' }) {
  const attributes = {
    action: doneHook,
    method: 'POST',
    timeout: seconds,
    // Keeps an unanswered call unanswered for the caller, who is not charged.
    answerOnBridge: true,
    timeLimit: maxSeconds,
    ...(callerId !== null && { callerId }),
    ...(recordingHook && {
      record: 'record-from-answer-dual',
      recordingStatusCallback: recordingHook + RETRIED,
      recordingStatusCallbackEvent: 'completed absent',
    }),
  }
  return tag('Dial', attributes, legs.map(leg).join(''))
}

function room({ room: name, starts, maxSeconds, doneHook, recordingHook }: Instruction & { verb: 'room' }) {
  const attributes = {
    startConferenceOnEnter: starts,
    endConferenceOnExit: true,
    beep: false,
    // Silence; without the attribute the vendor plays music of its own.
    waitUrl: '',
    ...(recordingHook && {
      record: 'record-from-start',
      recordingStatusCallback: recordingHook + RETRIED,
      recordingStatusCallbackEvent: 'completed absent',
    }),
  }
  const dialled = { timeLimit: maxSeconds, ...(doneHook && { action: doneHook, method: 'POST' }) }
  return tag('Dial', dialled, tag('Conference', attributes, escaped(name)))
}

function leg({ address, statusHook, whisperHook, parameters = {} }: RingLeg): string {
  const attributes = {
    ...(whisperHook && { url: whisperHook }),
    statusCallback: statusHook + RETRIED,
    statusCallbackEvent: LEG_EVENTS,
  }
  if ('phone' in address) return tag('Number', attributes, escaped(address.phone))
  const given = Object.entries(parameters).map(([name, value]) => tag('Parameter', { name, value }))
  return tag('Client', attributes, `<Identity>${escaped(address.identity)}</Identity>${given.join('')}`)
}

function tag(name: string, attributes: Record<string, string | number | boolean>, content = '') {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(String(value))}"`)
  return content ? `<${name}${written.join('')}>${content}</${name}>` : `<${name}${written.join('')}/>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' }
/** XML has no control characters, not even escaped ones. */
const escaped = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are removed here.
  text.replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '').replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
