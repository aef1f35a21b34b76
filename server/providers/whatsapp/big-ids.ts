const WHOLE = /^-?\d+$/

/**
 * Parses JSON of Meta, whose ids are sometimes numbers of more digits than a number of JavaScript keeps: these become texts,
 * digit by digit. Throws SyntaxError.
 */
export const parseWithBigIds = (json: string): unknown =>
  JSON.parse(json, ((_name: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined && WHOLE.test(source)
      ? source
      : value) as (this: unknown, key: string, value: unknown) => unknown)
