const SHORTEST = 8
const LONG = 12
const LONGEST = 16

/** 0 (empty or too short) to 4. A hint only: the server checks common passwords. */
export function passwordStrength(password: string) {
  if (password.length < SHORTEST) return 0
  const kinds = [/\p{Ll}|\p{Lo}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length
  const isRepeated = new Set(password).size < password.length / 2
  const points =
    1 + Number(kinds > 1) + Number(kinds > 2) + Number(password.length >= LONG) + Number(password.length >= LONGEST)
  return Math.min(Math.max(points - Number(isRepeated) * 2, 1), 4)
}
