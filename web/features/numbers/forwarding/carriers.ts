/**
 * How calls are forwarded at Israeli carriers. Codes of mobile phones are those of the GSM standard (3GPP TS 22.030), which
 * all mobile networks understand; that of Bezeq is from its page of the service. Other carriers of landlines have no code
 * that is common to them: the customer's page or the service centre sets it.
 */
const GSM = { all: '**21*{}#', noAnswer: '**61*{}#', off: '##002#', state: '*#21#' } as const
const BEZEQ = { all: '*72{}', noAnswer: null, off: '#72', state: '*#72' } as const
const NONE = { all: null, noAnswer: null, off: null, state: null } as const

export const carriers = {
  bezeq: { kind: 'landline', codes: BEZEQ },
  cellcom: { kind: 'mobile', codes: GSM },
  golan: { kind: 'mobile', codes: GSM },
  hotMobile: { kind: 'mobile', codes: GSM },
  partner: { kind: 'mobile', codes: GSM },
  pelephone: { kind: 'mobile', codes: GSM },
  otherMobile: { kind: 'mobile', codes: GSM },
  otherLandline: { kind: 'landline', codes: NONE },
} as const
export type Carrier = keyof typeof carriers
export const carrierNames = Object.keys(carriers) as Carrier[]

/** The virtual number as it is dialled in Israel; E.164 if it is foreign. */
export const dialled = (phone: string) => phone.replace(/^\+972(?=1[78]00)/, '').replace(/^\+972/, '0')

type CodeName = keyof typeof GSM
/** What is dialled on the existing phone, by purpose; purposes without a code are absent. */
export function codesOf(carrier: Carrier, phone: string): [CodeName, string][] {
  const { codes } = carriers[carrier]
  return (Object.keys(codes) as CodeName[]).flatMap((name): [CodeName, string][] => {
    const code = codes[name]
    return code ? [[name, code.replace('{}', dialled(phone))]] : []
  })
}

/** Bezeq forwards to no number that begins with 1, such as 1-800. */
export const canForward = (carrier: Carrier, phone: string) => carrier !== 'bezeq' || !dialled(phone).startsWith('1')
