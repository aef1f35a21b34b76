import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import type { Instruction } from '../voice/voice.ts'
import { renderTwiml } from './twiml.ts'

const xml = (...instructions: Instruction[]) =>
  renderTwiml(instructions).replace('<?xml version="1.0" encoding="UTF-8"?>', '')

test('both sides ring until one answers, with whisper, reports and a recording of two channels', () => {
  const dial = xml({
    verb: 'dial',
    seconds: 25,
    maxSeconds: 7200,
    callerId: '+972541234567',
    doneHook: 'https://a.example/h/dial/1',
    recordingHook: 'https://a.example/h/recording',
    legs: [
      {
        address: { phone: '+972501111111' },
        statusHook: 'https://a.example/h/leg/1/0',
        whisperHook: 'https://a.example/h/whisper/1/0',
      },
      {
        address: { identity: 'u_1_b2' },
        statusHook: 'https://a.example/h/leg/1/1',
        parameters: { callId: 'K7' },
      },
    ],
  })
  expect(dial).toBe(
    '<Response><Dial action="https://a.example/h/dial/1" method="POST" timeout="25" answerOnBridge="true"' +
      ' timeLimit="7200" callerId="+972541234567" record="record-from-answer-dual"' +
      ' recordingStatusCallback="https://a.example/h/recording#rc=2&amp;rp=ct,rt,5xx"' +
      ' recordingStatusCallbackEvent="completed absent">' +
      '<Number url="https://a.example/h/whisper/1/0" statusCallback="https://a.example/h/leg/1/0#rc=2&amp;rp=ct,rt,5xx"' +
      ' statusCallbackEvent="initiated ringing answered completed">+972501111111</Number>' +
      '<Client statusCallback="https://a.example/h/leg/1/1#rc=2&amp;rp=ct,rt,5xx"' +
      ' statusCallbackEvent="initiated ringing answered completed"><Identity>u_1_b2</Identity>' +
      '<Parameter name="callId" value="K7"/></Client></Dial></Response>',
  )
})

test('a room: its first call waits in silence, the second begins the talk, which is recorded; it ends with either', () => {
  const room = { verb: 'room', room: 'K7-1', maxSeconds: 7200 } as const
  expect(xml({ ...room, starts: false })).toBe(
    '<Response><Dial timeLimit="7200"><Conference startConferenceOnEnter="false" endConferenceOnExit="true"' +
      ' beep="false" waitUrl="">K7-1</Conference></Dial></Response>',
  )
  const hooks = { doneHook: 'https://a.example/h/dial/2', recordingHook: 'https://a.example/h/recording' }
  expect(xml({ ...room, starts: true, ...hooks })).toBe(
    '<Response><Dial timeLimit="7200" action="https://a.example/h/dial/2" method="POST">' +
      '<Conference startConferenceOnEnter="true" endConferenceOnExit="true" beep="false" waitUrl=""' +
      ' record="record-from-start" recordingStatusCallback="https://a.example/h/recording#rc=2&amp;rp=ct,rt,5xx"' +
      ' recordingStatusCallbackEvent="completed absent">K7-1</Conference></Dial></Response>',
  )
})

test('without a recording nothing speaks of one', () => {
  const dial = { verb: 'dial', legs: [], seconds: 5, maxSeconds: 60, callerId: '+972541234567', doneHook: 'x' } as const
  expect(xml(dial)).not.toContain('ecord')
})

test('messages, voicemail, press 1, refusals', () => {
  expect(xml({ verb: 'say', text: 'שלום', language: 'he' }, { verb: 'hangup' })).toBe(
    '<Response><Say language="he-IL" voice="Google.he-IL-Standard-A">שלום</Say><Hangup/></Response>',
  )
  expect(xml({ verb: 'record', maxSeconds: 120, doneHook: 'https://a/v', recordingHook: 'https://a/r' })).toBe(
    '<Response><Record maxLength="120" playBeep="true" trim="trim-silence" action="https://a/v" method="POST"' +
      ' recordingStatusCallback="https://a/r#rc=2&amp;rp=ct,rt,5xx" recordingStatusCallbackEvent="completed absent"/></Response>',
  )
  expect(
    xml({ verb: 'gather', seconds: 5, doneHook: 'https://a/s', prompts: [{ text: 'Press 1', language: 'en' }] }),
  ).toBe(
    '<Response><Gather numDigits="1" timeout="5" action="https://a/s" method="POST">' +
      '<Say language="en-US" voice="Polly.Joanna">Press 1</Say></Gather></Response>',
  )
  expect(xml({ verb: 'reject', reason: 'busy' })).toBe('<Response><Reject reason="busy"/></Response>')
  expect(xml()).toBe('<Response></Response>')
})

test('what a tenant writes stays text', () => {
  const text = `</Say><Dial>+972500000000</Dial> & "it's" \u0007\u0000`
  const words: string[] = []
  const tags: string[] = []
  const parser = new SaxesParser()
  parser.on('text', (piece) => void words.push(piece))
  parser.on('opentag', ({ name }) => void tags.push(name))
  parser.write(renderTwiml([{ verb: 'say', text, language: 'he' }])).close()
  expect(tags).toEqual(['Response', 'Say'])
  expect(words.join('')).toBe(`</Say><Dial>+972500000000</Dial> & "it's" `)
})
