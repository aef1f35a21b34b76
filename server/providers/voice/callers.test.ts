import { describe, expect, test } from 'vitest'
import { callerOf } from './callers.ts'

const CALLED = '+97233760000'

describe('caller ids as carriers send them', () => {
  test.each([
    ['+972541239876', '+972541239876'],
    ['0541239876', '+972541239876'],
    ['054-123-9876', '+972541239876'],
    ['+0541239876', '+972541239876'],
    ['972541239876', '+972541239876'],
    ['+972541239876;ext=5', '+972541239876'],
    ['sip:+972541239876@carrier.example;user=phone', '+972541239876'],
    ['sip:0541239876@10.0.0.1:5060', '+972541239876'],
    ['tel:+972541239876', '+972541239876'],
    ['1700500500', '+9721700500500'],
    ['+12125550123', '+12125550123'],
  ])('%s is the phone %s', (from, phone) => {
    expect(callerOf(from, CALLED)).toEqual({ phone, text: null })
  })

  test.each(['*2222', '+97239', '12345678901234567', '+12345678901234567', 'sip:dana@example.com', 'client:u_1_b2'])(
    '%s is no phone, and is kept as it came',
    (from) => {
      expect(callerOf(from, CALLED)).toEqual({ phone: null, text: from })
    },
  )

  test.each([
    ...['', 'anonymous', 'Anonymous', 'Restricted', 'unavailable', '+266696687', '266696687', '+7378742833'],
    ...['+2562533', '+8656696', '+86282452253', 'sip:anonymous@anonymous.invalid'],
  ])('"%s" is withheld', (from) => {
    expect(callerOf(from, CALLED)).toEqual({ phone: null, text: null })
  })

  test('a national number is of the country of the number that was dialled', () => {
    expect(callerOf('02079460123', '+442079460000')).toEqual({ phone: '+442079460123', text: null })
    expect(callerOf(undefined, '')).toEqual({ phone: null, text: null })
  })
})
