import { body, type Samples } from '../../testing/routes/samples.ts'

export const samples: Samples = {
  'twoFactor.get': { open: 'user', allowed: '+++++++13' },
  'twoFactor.start': { open: 'user', allowed: '+++++++13', request: body({}) },
  'twoFactor.confirm': { open: 'user', allowed: '+++++++13', request: body({}) },
  'twoFactor.turnOff': { open: 'user', allowed: '+++++++13', request: body({}) },
  'twoFactor.renewCodes': { open: 'user', allowed: '+++++++13', request: body({}) },
  'twoFactor.signIn': { open: 'public', allowed: '+++++++++', request: body({}) },
  'twoFactor.demand': { allowed: '+33333313', request: body({}) },
}
