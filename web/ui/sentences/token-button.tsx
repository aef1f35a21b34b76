import { UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Token, Word } from './token.ts'
import { TokenPanel } from './token-panel.tsx'
import classes from './tokens.module.css'

type Props = {
  token: Token
  /** What it lets choose. */
  title: string
  isOpen: boolean
  /** Reached by Tab. */
  isReachable: boolean
  onToggle: (isOpen: boolean) => void
  panel: () => ReactNode
}

/** A part of a sentence that can be chosen. */
export const TokenButton = ({ token, title, isOpen, isReachable, onToggle, panel }: Props) => (
  <TokenPanel
    title={title}
    isOpen={isOpen}
    onClose={() => onToggle(false)}
    target={
      <UnstyledButton
        className={classes.token}
        data-token={token.field}
        data-missing={token.isMissing || undefined}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        title={title}
        tabIndex={isReachable ? 0 : -1}
        onClick={() => onToggle(!isOpen)}
      >
        <Words words={token.words} />
      </UnstyledButton>
    }
  >
    {panel}
  </TokenPanel>
)

export const Words = ({ words }: { words: readonly Word[] }) =>
  words.map(({ text, is }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the words of a token are identified by their position.
    <bdi key={at} className={classes.word} dir={is === 'phone' ? 'ltr' : 'auto'}>
      {text}
    </bdi>
  ))
