import { randomInt } from 'node:crypto'
import { LINK_CODE_LENGTH, LINK_CODE_LETTERS } from '#contract/values/links.ts'

/** Random, so that codes cannot be guessed. */
export const newCode = () =>
  Array.from({ length: LINK_CODE_LENGTH }, () => LINK_CODE_LETTERS[randomInt(LINK_CODE_LETTERS.length)]).join('')

const CODE = new RegExp(`^[${LINK_CODE_LETTERS}]{${LINK_CODE_LENGTH}}$`)
/** Accepts capitals, as typed from paper; undefined: not a code. */
export function readCode(text: string): string | undefined {
  const code = text.toLowerCase()
  return CODE.test(code) ? code : undefined
}

/**
 * User agents of machines: chat and post previews, search engines, link checkers of mail. A browser always names itself.
 * People click inside the apps of Facebook, Instagram and Telegram, so these names do not match; Cubot makes phones.
 */
const ROBOT =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|preview|facebookexternalhit|facebot|whatsapp|embedly|monitor|uptime|lighthouse|headless|safelinks|proofpoint|mimecast|barracuda|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww/i

export const isRobot = (userAgent: string) => userAgent.trim() === '' || ROBOT.test(userAgent)
