import { type ReactNode, useState } from 'react'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import { TokenButton } from '../../../ui/sentences/token-button.tsx'
import type { Names, Sentence, Token, TokenField } from '../sentences/sentences.ts'

type Props = {
  sentence: Sentence
  names: Names
  /** The token that is open when the sentence appears, as of a new step. */
  opens?: TokenField | undefined
  /** What a token lets choose. */
  panelOf: (field: TokenField) => ReactNode
  /** Stands for the conditions of a branch. */
  where?: ReactNode
}

/** A sentence whose tokens are elements; the catalogue decides where they stand. */
export function SentenceLine({ sentence, names: { t }, opens, panelOf, where }: Props) {
  const [openField, setOpen] = useState<TokenField | null>(opens ?? null)
  const partOf = (token: Token) =>
    token.field === 'where' ? (
      where
    ) : (
      <TokenButton
        token={token}
        title={t(`fields.${token.field}`)}
        isOpen={openField === token.field}
        isReachable
        onToggle={(isOpen) => setOpen(isOpen ? token.field : null)}
        panel={() => panelOf(token.field)}
      />
    )
  const parts = Object.fromEntries(sentence.tokens.map((token) => [token.field, partOf(token)]))
  return <InterpolatedText text={(marks) => t(sentence.key, marks)} parts={parts} />
}
