import { describe, expect, it } from 'vitest'
import { contactsIn } from './contact-card.ts'
import { recognise } from './recognised.ts'

const shared = (text: string, more: { title?: string; url?: string } = {}) =>
  recognise({ title: '', url: '', ...more, text })

describe('what a shared text says of a person', () => {
  it.each([
    // [text, phone, e-mail, name]
    ['050-123-4567', '050-123-4567', '', ''],
    ['דנה לוי\n050-1234567', '050-1234567', '', 'דנה לוי'],
    [
      'Dana Levi, +972 50 123 4567, dana.levi@example.co.il',
      '+972 50 123 4567',
      'dana.levi@example.co.il',
      'Dana Levi',
    ],
    ['\u2066+972 50-123-4567\u2069', '+972 50-123-4567', '', ''],
    ['שם: יעל כהן\nטלפון: 03-6123456\nמעוניינת במטבח', '03-6123456', '', 'יעל כהן'],
    ['Call 1-800-123-456 today', '1-800-123-456', '', ''],
    ['https://wa.me/972501234567', '+972501234567', '', ''],
    ['https://api.whatsapp.com/send?text=hi&phone=%2B972501234567', '+972501234567', '', ''],
    ['(02) 623-4567', '(02) 623-4567', '', ''],
    // Dates, prices, numbers of orders and links are no phones.
    ['12.10.2026 at 09:30', '', '', ''],
    ['Order 20261012345, ₪1,250,000', '', '', ''],
    ['https://example.com/p/0501234567', '', '', ''],
    // Without a contact no line is a name.
    ['Good morning', '', '', ''],
    ['', '', '', ''],
  ])('%j', (text, phone, email, name) => {
    expect(shared(text)).toMatchObject({ phone, email, name })
  })

  it('of a page is its title and its address, each once', () => {
    const url = 'https://example.com/kitchens'
    expect(shared(url, { title: 'Kitchens' })).toMatchObject({ text: `Kitchens\n${url}`, name: '', phone: '' })
    expect(shared('', { title: 'Kitchens', url })).toMatchObject({ text: `Kitchens\n${url}` })
  })

  it('is the note of a new lead only where the other fields do not say it', () => {
    expect(shared('דנה לוי\n050-1234567')).toMatchObject({ note: '', text: 'דנה לוי\n050-1234567' })
    const whole = 'Dana Levi\n050-1234567\nWants oak'
    expect(shared(whole)).toMatchObject({ note: whole })
  })

  it('is cut where a comment could not hold it, and stays fast', () => {
    const started = performance.now()
    for (const piece of ['a', '0', '0 ', 'a@', 'א\n', '(', 'https://', '+']) {
      const { text } = shared(piece.repeat(5_000), { title: piece.repeat(5_000), url: piece.repeat(5_000) })
      expect(text.length).toBeLessThanOrEqual(5_000)
    }
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(shared('a'.repeat(4_990), { url: 'https://example.com/' })).toMatchObject({ isCut: true })
  })
})

describe('a shared contact', () => {
  it('of Android: version 2.1, quoted-printable and folded', () => {
    const card = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D7=9C=D7=95=D7=99;=D7=93=D7=A0=D7=94;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=D7=93=D7=A0=D7=94=20=',
      '=D7=9C=D7=95=D7=99',
      'TEL;HOME:03-612-3456',
      'TEL;CELL;PREF:050-123-4567',
      'EMAIL;HOME:dana@example.co.il',
      'END:VCARD',
    ].join('\r\n')
    const contacts = contactsIn(card)
    expect(contacts).toEqual([
      { name: 'דנה לוי', phones: ['050-123-4567', '03-612-3456'], emails: ['dana@example.co.il'], note: '' },
    ])
    expect(recognise({ title: '', text: '', url: '' }, contacts)).toMatchObject({
      ...{ name: 'דנה לוי', phone: '050-123-4567', email: 'dana@example.co.il' },
      note: 'דנה לוי\n050-123-4567\n03-612-3456\ndana@example.co.il',
    })
  })

  it('of iOS: version 3.0 with groups, and a picture', () => {
    const card = `BEGIN:VCARD\r\nVERSION:3.0\r\nN:Levi;Dana;;;\r\nORG:Levi\\, Sons;\r\nitem1.TEL;type=pref:+972 50 123 4567\r
PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQSkZJRgABAQ\r\n AAAAAA==\r\nitem2.EMAIL;type=INTERNET:dana@example.com\r\nEND:VCARD\r\n`
    expect(contactsIn(card)).toEqual([
      { name: 'Dana Levi', phones: ['+972 50 123 4567'], emails: ['dana@example.com'], note: 'Levi, Sons' },
    ])
  })

  it('of version 4.0, one of several, and what is none', () => {
    const one = 'BEGIN:VCARD\nVERSION:4.0\nFN:Dana\nTEL;VALUE=uri:tel:+972501234567;ext=1\nEND:VCARD\n'
    expect(contactsIn(one + one.replace('Dana', 'Yael')).map(({ name, phones }) => [name, phones])).toEqual([
      ['Dana', ['+972501234567']],
      ['Yael', ['+972501234567']],
    ])
    expect(contactsIn('PK\u0003\u0004 no card')).toEqual([])
  })
})
