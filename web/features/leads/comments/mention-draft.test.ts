import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mentionOf, withNames } from '#contract/leads/comments/mentions.ts'
import {
  type CommentDraft,
  draftOf,
  emptyDraft,
  matching,
  queryAt,
  retyped,
  sentText,
  withMention,
} from './mention-draft.ts'

const DANA = { _id: '018f0000-0000-7000-8000-00000000000a', name: 'דנה כהן', image: null }
const NOAM = { _id: '018f0000-0000-7000-8000-00000000000b', name: 'Noam', image: null }

/** The text with a mention picked at its end. */
const picked = (text: string, person = DANA) => {
  const draft = retyped(emptyDraft, text)
  return withMention(draft, { from: text.lastIndexOf('@'), to: text.length }, person).draft
}

describe('a draft with mentions', () => {
  it('is sent with ids in place of the names', () => {
    const draft = picked('לשאול את @דנ')
    expect(draft.text).toBe('לשאול את @דנה כהן ')
    expect(sentText(draft)).toBe(`לשאול את ${mentionOf(DANA._id)}`)
  })

  it('keeps mentions when text is typed before, behind and between them', () => {
    const one = picked('Ask @D')
    const two = withMention(
      retyped(one, `${one.text}or @`),
      { from: one.text.length + 3, to: one.text.length + 4 },
      NOAM,
    )
    expect(sentText(two.draft)).toBe(`Ask ${mentionOf(DANA._id)} or ${mentionOf(NOAM._id)}`)
    expect(two.caret).toBe(two.draft.text.length)
    const before = retyped(two.draft, `Please ${two.draft.text}`)
    const more = retyped(before, `${before.text}!`)
    expect(sentText(more)).toBe(`Please Ask ${mentionOf(DANA._id)} or ${mentionOf(NOAM._id)} !`)
  })

  it('makes plain text of a mention that is changed', () => {
    const draft = picked('Ask @D')
    expect(sentText(retyped(draft, draft.text.replace('כהן', 'לוי')))).toBe('Ask @דנה לוי')
    expect(retyped(draft, 'Ask @דנה כה').mentions).toEqual([])
    expect(retyped(draft, '').mentions).toEqual([])
  })

  it('opens a stored text for editing with current names, and sends it as it was', () => {
    const stored = `${mentionOf(DANA._id)}, ${mentionOf(NOAM._id)} ${mentionOf('018f0000-0000-7000-8000-00000000000c')}`
    const draft = draftOf(stored, [DANA, { ...NOAM, name: 'Noam B.' }])
    expect(draft.text).toBe('@דנה כהן, @Noam B. <@018f0000-0000-7000-8000-00000000000c>')
    expect(sentText(draft)).toBe(stored)
  })

  it('never moves a mention to another place, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(30), fc.nat(4), fc.string({ maxLength: 3 })), { maxLength: 20 }),
        (edits) => {
          let draft: CommentDraft = picked('aa @')
          for (const [at, removed, added] of edits) {
            const { text } = draft
            draft = retyped(draft, text.slice(0, at) + added + text.slice(at + removed))
          }
          for (const { at, name } of draft.mentions) expect(draft.text.slice(at, at + 1 + name.length)).toBe(`@${name}`)
        },
      ),
    )
  })
})

describe('the name that is typed', () => {
  const at = (text: string, caret = text.length) => queryAt(retyped(emptyDraft, text), caret)
  it.each([
    ['@', { from: 0, query: '' }],
    ['hi @דנ', { from: 3, query: 'דנ' }],
    ['hi @dana le', { from: 3, query: 'dana le' }],
    ['(@d', { from: 1, query: 'd' }],
    ['mail dana@x', undefined],
    ['hi @ d', undefined],
    ['hi @d\ne', undefined],
    ['nothing', undefined],
  ])('of %j', (text, wanted) => expect(at(text)).toEqual(wanted))

  it('is none behind a mention', () => {
    const draft = picked('@ד')
    expect(queryAt(draft, draft.text.length)).toBeUndefined()
  })

  it.each([
    ['דנ', [DANA]],
    ['כה', [DANA]],
    ['דנה כ', [DANA]],
    ['NO', [NOAM]],
    ['oam', []],
    ['', [DANA, NOAM]],
  ])('%j matches the beginning of a word', (query, wanted) => expect(matching([DANA, NOAM], query)).toEqual(wanted))
})

it('pictures stand behind the text, stay in a draft of it, and are a sign where they cannot be shown', () => {
  const [first, second] = ['018f0000-0000-7000-8000-00000000000a', '018f0000-0000-7000-8000-00000000000b']
  const stored = `The <kitchen>\n<picture:${first}>\n<picture:${second}>`
  const draft = draftOf(stored, [])
  expect(draft).toEqual({ text: 'The <kitchen>', mentions: [], pictures: [first, second] })
  expect(sentText(retyped(draft, 'The kitchen'))).toBe(`The kitchen\n<picture:${first}>\n<picture:${second}>`)
  expect(sentText({ ...draft, text: ' ' })).toBe(`<picture:${first}>\n<picture:${second}>`)
  expect(withNames(stored, [])).toBe('The <kitchen>\n🖼\n🖼')
})
