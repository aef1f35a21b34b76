import { createHash } from 'node:crypto'

export const NUMBER_TYPES = [
  'Local',
  'Mobile',
  'TollFree',
  'National',
  'Voip',
  'SharedCost',
  'MachineToMachine',
] as const
export type NumberType = (typeof NUMBER_TYPES)[number]

export type Block = {
  type: NumberType
  /** Leading digits of all numbers of the block, with the country code. */
  prefix: string
  /** Number of digits after the prefix. */
  free: number
  locality: string
  region: string
  sms: boolean
  /** Sold only with a local address and an approved regulatory bundle. */
  papers?: true
}

export type Available = { phoneNumber: string; block: Block }

/** Numbers for sale: Israeli, one block per area. +97272444xxxx is reserved for demonstrations. */
export const BLOCKS: Block[] = [
  { type: 'Local', prefix: '97225550', free: 3, locality: 'Jerusalem', region: 'Jerusalem', sms: false },
  { type: 'Local', prefix: '97235550', free: 3, locality: 'Tel Aviv', region: 'Tel Aviv', sms: false },
  { type: 'Local', prefix: '97245550', free: 3, locality: 'Haifa', region: 'Haifa', sms: false },
  { type: 'Local', prefix: '97285550', free: 3, locality: 'Beer Sheva', region: 'South', sms: false },
  { type: 'Local', prefix: '97295550', free: 3, locality: 'Netanya', region: 'Sharon', sms: false, papers: true },
  { type: 'National', prefix: '97272444', free: 4, locality: 'Israel', region: '', sms: true },
  { type: 'National', prefix: '972735550', free: 3, locality: 'Israel', region: '', sms: false },
  { type: 'National', prefix: '972745550', free: 3, locality: 'Israel', region: '', sms: false },
  { type: 'National', prefix: '972765550', free: 3, locality: 'Israel', region: '', sms: false },
  { type: 'National', prefix: '972775550', free: 3, locality: 'Israel', region: '', sms: false },
  { type: 'Mobile', prefix: '97255555', free: 4, locality: 'Israel', region: '', sms: true },
  { type: 'TollFree', prefix: '9721800555', free: 3, locality: 'Israel', region: '', sms: false },
  { type: 'SharedCost', prefix: '9721700555', free: 3, locality: 'Israel', region: '', sms: false },
]

export const COUNTRY_CODE = 'IL'

/** Number types sold in Israel. */
export const soldTypes = (): NumberType[] => NUMBER_TYPES.filter((type) => BLOCKS.some((block) => block.type === type))

export const blockOf = (phoneNumber: string): Block | undefined =>
  BLOCKS.find(
    ({ prefix, free }) => phoneNumber.startsWith(`+${prefix}`) && phoneNumber.length === 1 + prefix.length + free,
  )

export type NumberSearch = {
  type: NumberType
  /** The vendor's search pattern of digits and letters, with `*` for any digit. It matches anywhere in the number. */
  contains?: string
  /** Area code as dialled (03) or without the leading zero (3). */
  areaCode?: string
  inLocality?: string
  smsEnabled?: boolean
  /** Excludes numbers that require an address. */
  withoutPapers?: boolean
  limit: number
}

/** Returns available numbers in a stable, realistic-looking order. */
export function findAvailable(wanted: NumberSearch, isOwned: (phoneNumber: string) => boolean): Available[] {
  const fits = matcher(wanted.contains)
  return BLOCKS.filter((block) => block.type === wanted.type && fitsBlock(block, wanted))
    .flatMap((block) => numbersOf(block).map((phoneNumber) => ({ phoneNumber, block })))
    .filter(({ phoneNumber }) => fits(phoneNumber) && !isOwned(phoneNumber))
    .map((available) => ({ available, order: orderOf(available.phoneNumber) }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, wanted.limit)
    .map(({ available }) => available)
}

function fitsBlock(block: Block, { areaCode, inLocality, smsEnabled, withoutPapers }: NumberSearch): boolean {
  if (withoutPapers && block.papers) return false
  if (areaCode && !block.prefix.slice(3).startsWith(areaCode.replace(/\D/g, '').replace(/^0/, ''))) return false
  if (inLocality && block.locality.toLowerCase() !== inLocality.toLowerCase()) return false
  return smsEnabled === undefined || block.sms === smsEnabled
}

const numbersOf = ({ prefix, free }: Block): string[] =>
  Array.from({ length: 10 ** free }, (_, i) => `+${prefix}${String(i).padStart(free, '0')}`)

const orderOf = (phoneNumber: string): string => createHash('md5').update(phoneNumber).digest('hex')

/** Returns a function that matches numbers in national form (03-555) and in international form. */
function matcher(contains: string | undefined): (phoneNumber: string) => boolean {
  const pattern = contains?.replace(/[^\d*+]/g, '') ?? ''
  if (!pattern) return () => true
  const full = pattern.startsWith('0') ? `+972${pattern.slice(1)}` : pattern
  const found = new RegExp((full.startsWith('+') ? '^' : '') + full.replaceAll('+', '\\+').replaceAll('*', '\\d'))
  return (phoneNumber) => found.test(phoneNumber)
}
