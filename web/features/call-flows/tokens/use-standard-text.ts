import { useTranslation } from 'react-i18next'
import type { FlowStepOf } from '#contract/calls/flows/flow-shapes.ts'
import { standardTexts } from '#contract/calls/routing.ts'

type Voice = { language: 'he' | 'en'; recording: boolean }

/** What is said where a step has no text of its own, in the flow's language. Empty until it is loaded. */
export function useStandardText(step: FlowStepOf<'say' | 'menu' | 'voicemail' | 'message'>, voice: Voice): string {
  const { t, ready } = useTranslation('call-voice', { lng: voice.language, useSuspense: false })
  if (!ready || step.kind === 'menu') return ''
  if (step.kind === 'say') return t(standardTexts.announcement(voice))
  const name = step.parent?.branch === 'closed' ? 'outside' : 'noAnswer'
  return t(standardTexts[name](step.kind))
}
