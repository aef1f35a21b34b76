import { randomInt } from 'node:crypto'
import { LINK_CODE_LENGTH, LINK_CODE_LETTERS } from '#contract/values/links.ts'

/** Returns a random code, so that codes cannot be guessed. */
export const newCode = () =>
  Array.from({ length: LINK_CODE_LENGTH }, () => LINK_CODE_LETTERS[randomInt(LINK_CODE_LETTERS.length)]).join('')

const CODE = new RegExp(`^[${LINK_CODE_LETTERS}]{${LINK_CODE_LENGTH}}$`)
/** Accepts capital letters, which people may type from paper. Returns undefined if the text is not a code. */
export function readCode(text: string): string | undefined {
  const code = text.toLowerCase()
  return CODE.test(code) ? code : undefined
}

/**
 * Matches user agents of programs: chat and post previews, search engines, link checkers of e-mail services. Browsers
 * always send a user agent. People click inside the apps of Facebook, Instagram and Telegram, so these names do not
 * match. `cubot` is excluded because Cubot is a phone brand.
 */
const ROBOT =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|preview|facebookexternalhit|facebot|whatsapp|embedly|monitor|uptime|lighthouse|headless|safelinks|proofpoint|mimecast|barracuda|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww/i

export const isRobot = (userAgent: string) => userAgent.trim() === '' || ROBOT.test(userAgent)
