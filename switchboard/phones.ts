import type { OpenPhones } from './exchange.ts'
import { sipConfigOf } from './sip/config.ts'
import { openSipPhones } from './sip/sip-phones.ts'
import { webPhonesConfigOf } from './web-phone/config.ts'
import { openWebPhones } from './web-phone/web-phones.ts'

/**
 * The kinds of phones in the order in which they are tried: browsers, SIP phones, and last the trunk, which takes all
 * other numbers.
 */
export function phoneKinds(env: NodeJS.ProcessEnv): OpenPhones[] {
  return [
    async (context, { host, webPort }) => {
      const config = webPhonesConfigOf(env, { host, port: webPort, authToken: context.authToken })
      const phones = await openWebPhones(context, config)
      return Object.assign(phones, { door: `ws://${host}:${phones.port}` })
    },
    async (context, { host, sipPort }) => {
      const phones = await openSipPhones(context, sipConfigOf(env, { host, port: sipPort }))
      return Object.assign(phones, { door: `udp://${phones.address.host}:${phones.address.port}` })
    },
  ]
}
