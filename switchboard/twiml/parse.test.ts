import { describe, expect, test } from 'vitest'
import { elementsOf, parseTwiml, TwimlError, textOf } from './parse.ts'

const read = (inside: string) => parseTwiml(`<?xml version="1.0" encoding="UTF-8"?>\n<Response>${inside}</Response>`)

describe('reading instructions', () => {
  test('verbs with attributes, nouns and text, escapes and Hebrew', () => {
    const { verbs, warnings } = read(
      '<!-- x --><Dial timeout="25" action="/d?a=1&amp;b=2"><Number url="/w">+972501234567</Number>' +
        '<Client><Identity>u_42</Identity><Parameter name="callId" value="K7"/></Client></Dial><Say>שלום &lt;3 <![CDATA[& עוד]]></Say>',
    )
    expect(warnings).toEqual([])
    const [dial, say] = verbs
    expect(dial?.attributes).toEqual({ timeout: '25', action: '/d?a=1&b=2' })
    const [number, client] = dial ? elementsOf(dial) : []
    expect(number && textOf(number)).toBe('+972501234567')
    expect(client && elementsOf(client).map(({ name }) => name)).toEqual(['Identity', 'Parameter'])
    expect(say && textOf(say)).toBe('שלום <3 & עוד')
  })

  test('what is unknown or in the wrong place is left out, with the vendor’s warning', () => {
    const { verbs, warnings } = read('<Dance/><Say loud="1">a</Say><Number>1</Number><Gather><Dial>1</Dial></Gather>')
    expect(verbs.map(({ name }) => name)).toEqual(['Say', 'Gather'])
    expect(verbs[0]?.attributes).toEqual({})
    expect(warnings).toEqual([
      { code: 12200, message: '<Dance> is not allowed in <Response>' },
      { code: 12200, message: '<Number> is not allowed in <Response>' },
      { code: 12200, message: "Attribute 'loud' is not allowed in <Say>" },
      { code: 12200, message: '<Dial> is not allowed in <Gather>' },
    ])
  })

  test('the vendor reads HTML as instructions, and text as what is to be said', () => {
    expect(parseTwiml('<Response><Hangup/></Response>', 'text/html; charset=utf-8').verbs[0]?.name).toBe('Hangup')
    const { verbs } = parseTwiml('<Response/>', 'text/plain')
    expect(verbs.map((verb) => [verb.name, textOf(verb)])).toEqual([
      ['Say', '<Response/>'],
      ['Hangup', ''],
    ])
  })

  test.each([
    { name: 'not well formed', text: '<Response><Say></Response>', type: 'text/xml', code: 12100 },
    { name: 'two roots', text: '<Response/><Response/>', type: 'text/xml', code: 12100 },
    { name: 'nothing', text: '', type: 'text/xml', code: 12100 },
    {
      name: 'an entity of its own',
      text: '<!DOCTYPE r [<!ENTITY a "b">]><Response>&a;</Response>',
      type: 'text/xml',
      code: 12100,
    },
    { name: 'another root', text: '<html></html>', type: 'text/xml', code: 12102 },
    { name: 'another type', text: '<Response/>', type: 'application/json', code: 12300 },
    { name: 'no type', text: '<Response/>', type: '', code: 12300 },
  ])('refused: $name', ({ text, type, code }) => {
    const read = () => parseTwiml(text, type)
    expect(read).toThrow(TwimlError)
    expect(read).toThrow(expect.objectContaining({ code }))
  })
})
