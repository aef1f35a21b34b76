/** The TwiML verbs that are supported. */
export const VERBS = ['Say', 'Play', 'Pause', 'Dial', 'Record', 'Gather', 'Reject', 'Redirect', 'Hangup'] as const

const PROMPTS = ['Say', 'Play', 'Pause']

/** Elements allowed inside each element. */
export const NESTED: Record<string, readonly string[]> = {
  Dial: ['Number', 'Client', 'Sip', 'Conference'],
  Client: ['Identity', 'Parameter'],
  Sip: ['Parameter'],
  Gather: PROMPTS,
}

const LEG = ['url', 'method', 'statusCallback', 'statusCallbackEvent', 'statusCallbackMethod']
const RECORDING = ['recordingStatusCallback', 'recordingStatusCallbackMethod', 'recordingStatusCallbackEvent', 'trim']

/** The attributes of each element in the vendor's reference. Attributes that have no effect here are allowed, too. */
export const ATTRIBUTES: Record<string, readonly string[]> = {
  Say: ['voice', 'language', 'loop'],
  Play: ['loop', 'digits'],
  Pause: ['length'],
  Dial: [
    'action',
    'method',
    'timeout',
    'timeLimit',
    'hangupOnStar',
    'callerId',
    'record',
    'recordingTrack',
    'answerOnBridge',
    'sequential',
    'ringTone',
    ...RECORDING,
  ],
  Number: ['sendDigits', ...LEG],
  Client: LEG,
  Identity: [],
  Parameter: ['name', 'value'],
  Sip: ['username', 'password', ...LEG],
  Conference: [
    'startConferenceOnEnter',
    'endConferenceOnExit',
    'beep',
    'waitUrl',
    'waitMethod',
    'record',
    ...RECORDING,
  ],
  Record: ['action', 'method', 'timeout', 'finishOnKey', 'maxLength', 'playBeep', 'transcribe', ...RECORDING],
  Gather: ['input', 'action', 'method', 'timeout', 'finishOnKey', 'numDigits', 'actionOnEmptyResult', 'language'],
  Reject: ['reason'],
  Redirect: ['method'],
  Hangup: [],
}
