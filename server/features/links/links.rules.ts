import { randomInt } from 'node:crypto'
import { LINK_CODE_LENGTH, LINK_CODE_LETTERS } from '#contract/values/links.ts'

/** Nobody can guess the next one: it is not counted but drawn. */
export const newCode = () =>
  Array.from({ length: LINK_CODE_LENGTH }, () => LINK_CODE_LETTERS[randomInt(LINK_CODE_LETTERS.length)]).join('')

const CODE = new RegExp(`^[${LINK_CODE_LETTERS}]{${LINK_CODE_LENGTH}}$`)
/** As it may have been typed from paper, in capitals too; undefined: no link can have it. */
export function readCode(text: string): string | undefined {
  const code = text.toLowerCase()
  return CODE.test(code) ? code : undefined
}

/**
 * Machines that look at an address before, or instead of, a person: previews in chats and posts, search engines,
 * checkers of links in mail. What says nothing of itself is no browser either. The apps of Facebook, Instagram and
 * Telegram name themselves too, where people click inside them; and Cubot makes phones.
 */
const ROBOT =
  /(?<!cu)bot\b|bot[/_-]|crawl|spider|slurp|preview|facebookexternalhit|facebot|whatsapp|embedly|monitor|uptime|lighthouse|headless|safelinks|proofpoint|mimecast|barracuda|curl|wget|python|java\/|go-http|okhttp|axios|node-fetch|undici|libwww/i

export const isRobot = (userAgent: string) => userAgent.trim() === '' || ROBOT.test(userAgent)
