const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const EXTENDED = '^{}\\[~]|€\f'

/**
 * Returns the number of SMS segments: up to 160 characters of the GSM alphabet in one segment (153 per segment if
 * several), else 70 (67), as for Hebrew.
 */
export function countSegments(text: string): number {
  const characters = [...text]
  if (characters.every((character) => BASIC.includes(character) || EXTENDED.includes(character))) {
    const septets = characters.reduce((sum, character) => sum + (EXTENDED.includes(character) ? 2 : 1), 0)
    return septets <= 160 ? 1 : Math.ceil(septets / 153)
  }
  return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
}
