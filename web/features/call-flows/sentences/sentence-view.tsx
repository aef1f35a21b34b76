import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InterpolatedText } from '../../../ui/display/interpolated-text.tsx'
import type { Sentence, Token } from './flow-sentences.ts'

type Props = { sentence: Sentence; tokenOf: (token: Token) => ReactNode }

/** A sentence whose tokens are elements; the catalogue decides where they stand. */
export function SentenceView({ sentence, tokenOf }: Props) {
  const { t } = useTranslation('call-flows')
  const parts = Object.fromEntries(Object.values(sentence.tokens).map((token) => [token.field, tokenOf(token)]))
  return <InterpolatedText text={(marks) => t(sentence.key, marks)} parts={parts} />
}
