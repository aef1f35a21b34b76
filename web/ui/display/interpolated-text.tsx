import { Fragment, type ReactNode } from 'react'

/** Private-use characters, one placeholder per part. */
const FIRST_MARK = 0xe000

type Props = {
  /** The sentence with placeholders: `(marks) => t('pager.range', marks)`. */
  text: (marks: Record<string, string>) => string
  parts: Record<string, ReactNode>
}

/** A translated sentence with React elements in it; the translation decides their order. */
export function InterpolatedText({ text, parts }: Props) {
  const names = Object.keys(parts)
  const marks = Object.fromEntries(names.map((name, at) => [name, String.fromCharCode(FIRST_MARK + at)]))
  const pieces = text(marks).split(/([\ue000-\ue0ff])/)
  return pieces.map((piece, at) => {
    const name = names[piece.charCodeAt(0) - FIRST_MARK]
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence are identified by their position.
    return <Fragment key={at}>{name === undefined ? piece : parts[name]}</Fragment>
  })
}
