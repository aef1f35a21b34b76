import { API_VERSION } from '../calls/call-params.ts'
import { json } from '../http/serve.ts'
import { type Available, COUNTRY_CODE, findAvailable, NUMBER_TYPES, soldTypes } from '../numbers/inventory.ts'
import { numberParam, PAGE_PARAMS, param, type RestContext, type RestRoute } from './route.ts'
import { notFound } from './vendor-error.ts'

const FOUND = 30
const FOUND_MAX = 1_000

/** Routes that list numbers for sale. */
export const availableRoutes: RestRoute[] = [
  {
    method: 'GET',
    path: '/Accounts/:account/AvailablePhoneNumbers.json',
    params: PAGE_PARAMS,
    handle: (context) => json(200, { countries: [country(context)], uri: context.path }),
  },
  {
    method: 'GET',
    path: '/Accounts/:account/AvailablePhoneNumbers/:country.json',
    handle(context) {
      if (context.ids.country !== COUNTRY_CODE) throw notFound(context.path)
      return json(200, country(context))
    },
  },
  {
    method: 'GET',
    path: '/Accounts/:account/AvailablePhoneNumbers/:country/:type.json',
    params: [
      'Contains',
      'AreaCode',
      'InLocality',
      'InRegion',
      'VoiceEnabled',
      'SmsEnabled',
      'MmsEnabled',
      'FaxEnabled',
      'ExcludeAllAddressRequired',
      'ExcludeLocalAddressRequired',
      'ExcludeForeignAddressRequired',
      'Beta',
      ...PAGE_PARAMS,
    ],
    handle(context) {
      const type = NUMBER_TYPES.find((known) => known === context.ids.type)
      if (context.ids.country !== COUNTRY_CODE || !type) throw notFound(context.path)
      const owned = new Set(context.core.store.list('numbers').map(({ phoneNumber }) => phoneNumber))
      const isPossible = param(context, 'VoiceEnabled') !== 'false' && param(context, 'MmsEnabled') !== 'true'
      const sms = param(context, 'SmsEnabled')
      const found = isPossible
        ? findAvailable(
            {
              type,
              contains: param(context, 'Contains'),
              areaCode: param(context, 'AreaCode'),
              inLocality: param(context, 'InLocality'),
              withoutPapers: ['ExcludeAllAddressRequired', 'ExcludeLocalAddressRequired'].some(
                (name) => param(context, name) === 'true',
              ),
              smsEnabled: sms === undefined ? undefined : sms === 'true',
              limit: numberParam(context, 'PageSize', FOUND, FOUND_MAX),
            },
            (phoneNumber) => owned.has(phoneNumber),
          )
        : []
      return json(200, { available_phone_numbers: found.map(render), uri: context.path })
    },
  },
]

function country({ account }: RestContext) {
  const uri = `/${API_VERSION}/Accounts/${account.sid}/AvailablePhoneNumbers/${COUNTRY_CODE}`
  const snake = (type: string) => type.replace(/(?<=[a-z])[A-Z]/g, (letter) => `_${letter}`).toLowerCase()
  return {
    country_code: COUNTRY_CODE,
    country: 'Israel',
    uri: `${uri}.json`,
    beta: false,
    subresource_uris: Object.fromEntries(soldTypes().map((type) => [snake(type), `${uri}/${type}.json`])),
  }
}

const render = ({ phoneNumber, block }: Available) => ({
  friendly_name: phoneNumber,
  phone_number: phoneNumber,
  lata: null,
  rate_center: null,
  latitude: null,
  longitude: null,
  locality: block.locality,
  region: block.region,
  postal_code: null,
  iso_country: COUNTRY_CODE,
  address_requirements: block.papers ? 'local' : 'none',
  beta: false,
  capabilities: { voice: true, sms: block.sms, mms: false },
})
