/** Banks of Israel that debit by standing order, by their number at the clearing house. */
export const banks = {
  '4': { he: 'יהב', en: 'Yahav' },
  '9': { he: 'בנק הדואר', en: 'Postal Bank' },
  '10': { he: 'לאומי', en: 'Leumi' },
  '11': { he: 'דיסקונט', en: 'Discount' },
  '12': { he: 'הפועלים', en: 'Hapoalim' },
  '17': { he: 'מרכנתיל', en: 'Mercantile' },
  '20': { he: 'מזרחי־טפחות', en: 'Mizrahi-Tefahot' },
  '31': { he: 'הבינלאומי', en: 'First International' },
  '54': { he: 'בנק ירושלים', en: 'Bank of Jerusalem' },
} as const
export type Bank = keyof typeof banks
export const bankCodes = Object.keys(banks) as [Bank, ...Bank[]]

/** Branches of Mizrahi-Tefahot above this one are counted without it. */
const MIZRAHI_OFFSET = 400

/** The digits of a number of `length` digits, each times its weight. */
function weighed(number: string, length: number, weights: readonly number[]) {
  return [...number.padStart(length, '0')].reduce((sum, digit, i) => sum + Number(digit) * (weights[i] ?? 0), 0)
}
const ofBranchAndAccount = (branch: string, account: string) =>
  weighed(branch, 3, [9, 8, 7]) + weighed(account, 6, [6, 5, 4, 3, 2, 1])
const nineDigits = (account: string) => weighed(account, 9, [9, 8, 7, 6, 5, 4, 3, 2, 1])

type Rule = { digits: number; isValid: (branch: string, account: string) => boolean }
const remainder = (sum: number, by: number, allowed: readonly number[]) => allowed.includes(sum % by)

/** The check rules of the banks, as the clearing house Masav publishes them. The Bank of Jerusalem has none. */
const rules: Record<Bank, Rule> = {
  '4': { digits: 6, isValid: (branch, account) => remainder(ofBranchAndAccount(branch, account), 11, [0, 2]) },
  '9': { digits: 9, isValid: (_, account) => remainder(nineDigits(account), 10, [0]) },
  '10': { digits: 8, isValid: isLeumi },
  '11': { digits: 9, isValid: (_, account) => remainder(nineDigits(account), 11, [0, 2, 4]) },
  '12': { digits: 6, isValid: (branch, account) => remainder(ofBranchAndAccount(branch, account), 11, [0, 2, 4, 6]) },
  '17': { digits: 9, isValid: (_, account) => remainder(nineDigits(account), 11, [0, 2, 4]) },
  '20': { digits: 6, isValid: isMizrahi },
  '31': { digits: 9, isValid: isInternational },
  '54': { digits: 9, isValid: () => true },
}

/** The last two digits are added once more as a number of two digits. */
function isLeumi(branch: string, account: string) {
  const digits = account.padStart(8, '0')
  const first = weighed(digits.slice(0, 6), 6, [7, 6, 5, 4, 3, 2])
  const sum = weighed(branch, 3, [10, 9, 8]) + first + Number(digits.slice(6))
  return remainder(sum, 100, [90, 72, 70, 60, 20])
}
function isMizrahi(branch: string, account: string) {
  const number = Number(branch)
  const counted = number > MIZRAHI_OFFSET ? number - MIZRAHI_OFFSET : number
  return remainder(ofBranchAndAccount(String(counted), account), 11, [0, 2, 4])
}
function isInternational(_: string, account: string) {
  const six = weighed(account.padStart(9, '0').slice(-6), 6, [6, 5, 4, 3, 2, 1])
  return remainder(nineDigits(account), 11, [0, 6]) || remainder(six, 11, [0, 6])
}

export type BankAccount = { bank: Bank; branch: string; account: string }
/** Whether branch and account pass the bank's check rule; that the account exists only the bank knows. */
export function isBankAccount({ bank, branch, account }: BankAccount): boolean {
  const { digits, isValid } = rules[bank]
  const isShaped = /^\d{1,3}$/.test(branch) && /^\d{4,9}$/.test(account) && Number(branch) > 0 && Number(account) > 0
  return isShaped && account.replace(/^0+/, '').length <= digits && isValid(branch, account)
}

export const isBank = (code: string): code is Bank => code in banks
