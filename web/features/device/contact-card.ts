export type Contact = { name: string; phones: string[]; emails: string[]; note: string }

type Property = { name: string; parameters: string; value: string }
const isQuoted = (line: string) =>
  /^[^:]*;ENCODING=QUOTED-PRINTABLE[^:]*:/i.test(line) || /^[^:]*;QUOTED-PRINTABLE[;:]/i.test(line)

/** The properties of a vCard (RFC 2426, RFC 6350, and 2.1, which Android writes), whose long lines are folded. */
function propertiesOf(card: string): Property[] {
  const lines: string[] = []
  for (const line of card.split(/\r?\n/)) {
    const before = lines.at(-1)
    if (before !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = before + line.slice(1)
    else if (before?.endsWith('=') && isQuoted(before)) lines[lines.length - 1] = before.slice(0, -1) + line
    else lines.push(line)
  }
  return lines.flatMap((line) => {
    const [, name, parameters = '', value = ''] = /^(?:[\w-]+\.)?([\w-]+)(;[^:]*)?:(.*)$/s.exec(line) ?? []
    if (!name) return []
    return [{ name: name.toUpperCase(), parameters, value: isQuoted(line) ? unquoted(value, parameters) : value }]
  })
}

/** Quoted-printable (RFC 2045, section 6.7), as vCard 2.1 has it for any text that is not ASCII. */
function unquoted(value: string, parameters: string) {
  const bytes = value
    .split(/(=[\da-f]{2})/i)
    .flatMap((part) =>
      /^=[\da-f]{2}$/i.test(part) ? [Number.parseInt(part.slice(1), 16)] : [...new TextEncoder().encode(part)],
    )
  const charset = /CHARSET="?([\w-]+)/i.exec(parameters)?.[1]
  try {
    return new TextDecoder(charset).decode(Uint8Array.from(bytes))
  } catch {
    return new TextDecoder().decode(Uint8Array.from(bytes))
  }
}

const plain = (value: string) =>
  value
    .replace(/\\n/gi, '\n')
    .replace(/\\([,;\\:])/g, '$1')
    .trim()
/** `Levi;Dana;;Dr.;` in the order in which it is said. */
const spoken = (parts: string) => {
  const [family = '', given = '', middle = ''] = parts.split(/(?<!\\);/).map(plain)
  return [given, middle, family].filter(Boolean).join(' ')
}
const isPreferred = ({ parameters }: Property) => /PREF|CELL/i.test(parameters)

function contactOf(card: string): Contact {
  const properties = propertiesOf(card)
  const all = (name: string) => properties.filter((one) => one.name === name && one.value.trim() !== '')
  const phones = all('TEL').toSorted((one, other) => Number(isPreferred(other)) - Number(isPreferred(one)))
  const [full] = all('FN')
  const [parts] = all('N')
  return {
    name: (full && plain(full.value)) || (parts ? spoken(parts.value) : ''),
    phones: [...new Set(phones.map(({ value }) => plain(value).replace(/^tel:|;.*$/gi, '')))],
    emails: [...new Set(all('EMAIL').map(({ value }) => plain(value).replace(/^mailto:/i, '')))],
    note: ['ORG', 'TITLE', 'NOTE', 'URL']
      .flatMap((name) => all(name).map(({ value }) => plain(value).replaceAll(';', ' ').trim()))
      .join('\n'),
  }
}

/** The contacts of a file of vCards. */
export const contactsIn = (text: string): Contact[] =>
  [...text.matchAll(/^BEGIN:VCARD\s*$(.*?)^END:VCARD\s*$/gims)].map(([, card = '']) => contactOf(card))
