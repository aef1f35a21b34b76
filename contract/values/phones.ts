/**
 * Formats an Israeli number in national format, 052-123-4567 or 1-800-123-456; returns other numbers as stored. Needs
 * no country metadata.
 */
export function formatPhone(phone: string) {
  const shared = /^\+972(1[78]00)(\d{3})(\d{3})$/.exec(phone)
  if (shared) return shared.slice(1).join('-').replace(/^1/, '1-')
  const local = /^\+972(\d{8,9})$/.exec(phone)?.[1]
  if (!local) return phone
  const area = local.length === 9 ? 2 : 1
  return `0${local.slice(0, area)}-${local.slice(area, area + 3)}-${local.slice(area + 3)}`
}

/** Whether the text is exactly a phone number in E.164. */
export const isPhone = (text: string) => /^\+[1-9]\d{6,14}$/.test(text)
