const TOKEN = /"(?:[^"\\]|\\.)*"|<[^<>]*>|[^"<>,;]+|[,;]/y

/**
 * Splits a text at a mark outside quoted strings and angle brackets; returns undefined if one of them is not closed.
 */
export function cutOutside(text: string, mark: ',' | ';'): string[] | undefined {
  const parts = ['']
  TOKEN.lastIndex = 0
  for (let at = 0; at < text.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(text)?.[0]
    if (token === undefined) return undefined
    if (token === mark) parts.push('')
    else parts[parts.length - 1] += token
  }
  return parts.map((part) => part.trim())
}

const PARAMETER = /^([\w.!%*+`'~-]{1,64})(?:\s{0,8}=\s{0,8}("(?:[^"\\]|\\.)*"|[^\s",;<>]{1,256}))?$/

/**
 * Parses `;a=1;b` into lower-case names and unquoted values. Returns undefined if a parameter is malformed or repeated.
 */
export function readParameters(parts: string[]): Map<string, string> | undefined {
  const found = new Map<string, string>()
  for (const part of parts) {
    const [, name, value = ''] = PARAMETER.exec(part) ?? []
    if (!name) return undefined
    const key = name.toLowerCase()
    if (found.has(key)) return undefined
    found.set(key, unquote(value))
  }
  return found
}

/** Removes quotes and escapes; returns unquoted text unchanged. */
export function unquote(text: string): string {
  return text.startsWith('"') && text.endsWith('"') && text.length >= 2
    ? text.slice(1, -1).replace(/\\(.)/g, '$1')
    : text
}
