import { createHmac, randomInt } from 'node:crypto'
import { generateSecret, generateURI, verifySync } from 'otplib'
import { CODE_LENGTH } from '#contract/auth/auth.ts'
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '#contract/auth/two-factor.ts'
import { derivedKey } from '../../platform/derived-key.ts'

const ISSUER = 'Leadline'
/** Accepts codes of the previous and the next time step, to allow for slow input and inexact clocks. */
const TOLERANCE_SECONDS = 30
/** Omits letters and digits that look alike. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'

export const newAppSecret = () => generateSecret()
export const appUri = (secret: string, email: string) => generateURI({ issuer: ISSUER, label: email, secret })

/** The time step of a correct code (RFC 6238), or undefined. Codes of steps up to `lastStep` count as used. */
export function stepOfCode(secret: string, code: string, { lastStep, now }: { lastStep: number; now: Date }) {
  if (!new RegExp(`^\\d{${CODE_LENGTH}}$`).test(code)) return undefined
  const epoch = Math.floor(now.getTime() / 1_000)
  const result = verifySync({ secret, token: code, epoch, epochTolerance: TOLERANCE_SECONDS, afterTimeStep: lastStep })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

const newRecoveryCode = () =>
  Array.from({ length: RECOVERY_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** Returns RECOVERY_CODES codes in the format `abcde-fghjk`. */
export const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const code = newRecoveryCode()
    const half = RECOVERY_CODE_LENGTH / 2
    return `${code.slice(0, half)}-${code.slice(half)}`
  })

/** Normalizes a typed recovery code; returns undefined if it is malformed. */
export function readRecoveryCode(typed: string) {
  const code = typed.toLowerCase().replace(/[\s-]/g, '')
  return code.length === RECOVERY_CODE_LENGTH && [...code].every((letter) => LETTERS.includes(letter))
    ? code
    : undefined
}

/** The hash is keyed, because fifty bits of entropy are too few for a plain hash. */
export const hashRecoveryCode = (secretKey: string, userId: string, code: string) =>
  createHmac('sha256', derivedKey(secretKey, 'recovery code')).update(`${userId} ${code}`).digest()
