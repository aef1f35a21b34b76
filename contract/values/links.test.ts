import { describe, expect, test } from 'vitest'
import { NewLink, targetOf } from './links.ts'

describe('where a link leads', () => {
  const utm = { source: 'google', medium: 'cpc', campaign: 'מטבחים', content: 'ad 1 & 2', term: '' }
  test.each([
    [
      'UTM is added at the end; an empty one is none',
      'https://alon.example/kitchens?page=2',
      'https://alon.example/kitchens?page=2&utm_source=google&utm_medium=cpc&utm_campaign=%D7%9E%D7%98%D7%91%D7%97%D7%99%D7%9D&utm_content=ad%201%20%26%202',
    ],
    [
      'UTM of the address is replaced, in capitals too, and the fragment stays last',
      'https://alon.example/?UTM_Source=old&a=1&utm_medium=old&utm_medium=older#price',
      'https://alon.example/?a=1&utm_source=google&utm_medium=cpc&utm_campaign=%D7%9E%D7%98%D7%91%D7%97%D7%99%D7%9D&utm_content=ad%201%20%26%202#price',
    ],
  ])('%s', (_, url, target) => expect(targetOf(url, utm)).toBe(target))

  test.each([
    ['https://alon.example/?flag&q=a%20b+c&empty=', {}, 'https://alon.example/?flag&q=a%20b+c&empty='],
    ['https://alon.example/?flag&q=a%20b+c', { source: 'x' }, 'https://alon.example/?flag&q=a%20b+c&utm_source=x'],
    ['https://alon.example/?utm_term=kept', { source: 'x' }, 'https://alon.example/?utm_term=kept&utm_source=x'],
    ['https://שלום.example/דף', {}, 'https://xn--9dbne9b.example/%D7%93%D7%A3'],
  ])('nothing else of %s is touched', (url, given, target) => expect(targetOf(url, given)).toBe(target))

  test('click ids take the place of those in the address', () =>
    expect(targetOf('https://alon.example/?gclid=old', {}, { gclid: 'new&1', unknown: 'x' })).toBe(
      'https://alon.example/?gclid=new%261',
    ))
})

describe('an address as people type it', () => {
  const read = (url: string) => NewLink.safeParse({ url, label: 'Site' })
  test.each([
    ['alon.example/kitchens', 'https://alon.example/kitchens'],
    ['alon.example:8443', 'https://alon.example:8443'],
    [' http://alon.example ', 'http://alon.example'],
    ['HTTPS://alon.example', 'HTTPS://alon.example'],
  ])('%s', (typed, url) => expect(read(typed).data?.url).toBe(url))

  test.each([
    'javascript:alert(1)',
    'javascript://alon.example/%0aalert(1)',
    'data:text/html,hi',
    'mailto:office@alon.example',
    'ftp://alon.example/file',
    'https://user:secret@alon.example/',
    'https://',
    'https:// alon .example',
    'שלום לכם',
  ])('%s is refused', (typed) =>
    expect(read(typed).error?.issues.map(({ message }) => message)).toEqual(['invalid_url']),
  )
})
