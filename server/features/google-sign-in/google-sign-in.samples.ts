import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'google.start': { open: 'public', allowed: '+++++++++', request: body({ remember: 'x' }) },
  'google.finish': { open: 'public', allowed: '+++++++++', request: body({}) },
  'google.link': { open: 'public', allowed: '+++++++++', request: body({}) },
  'google.register': { open: 'public', allowed: '+++++++++', request: body({}), takesContacts: true },
  'google.own': { open: 'user', allowed: '+++++++13' },
  'google.unlink': { open: 'user', allowed: '+++++++13', request: body({}) },
}
