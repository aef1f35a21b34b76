/**
 * Validates a nine-digit Israeli number of a business, company or person. With every second digit doubled, the digit
 * sum must be divisible by 10.
 */
export function isCompanyNumber(digits: string): boolean {
  if (!/^\d{9}$/.test(digits) || /^0+$/.test(digits)) return false
  const sum = [...digits].reduce((total, digit, i) => {
    const weighed = Number(digit) * (i % 2 === 0 ? 1 : 2)
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
