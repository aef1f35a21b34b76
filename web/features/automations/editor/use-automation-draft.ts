import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AutomationContent } from '#contract/leads/automations/automation-shapes.ts'
import type { Automation } from '#contract/leads/automations/automations.ts'
import { ApiError } from '../../../lib/http/call.ts'
import { useBusiness } from '../../../lib/session/session.ts'
import { useUnsaved } from '../../../lib/unsaved/unsaved.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { readAutomation, useChangeAutomation, usePublishAutomation } from '../automations.api.ts'

const contentOf = ({ draft, published }: Automation) => draft ?? (published as AutomationContent)

/** What is on the screen, and what the server has. */
function useContent(stored: Automation) {
  const [base, setBase] = useState(stored)
  const [content, setContent] = useState(() => contentOf(stored))
  const [isChanged, setChanged] = useState(false)
  const [theirs, setTheirs] = useState<Automation | null>(null)
  const latest = useRef(content)
  const change = (next: AutomationContent) => {
    latest.current = next
    setContent(next)
    setChanged(true)
  }
  const take = (automation: Automation) => {
    latest.current = contentOf(automation)
    setBase(automation)
    setContent(latest.current)
    setChanged(false)
    setTheirs(null)
  }
  const undo = () => take(base)
  useUnsaved(`automation-${base._id}`, isChanged, undo)
  /** Goes on with what is typed, over what another person saved. */
  const keepMine = () => {
    if (theirs) setBase(theirs)
    setTheirs(null)
  }
  return { base, content, isChanged, theirs, latest, change, take, undo, keepMine, setBase, setTheirs }
}

/** What is edited. Saving keeps a draft, publishing makes it run. */
export function useAutomationDraft(stored: Automation) {
  const { t } = useTranslation('automations')
  const { businessId } = useBusiness()
  const { latest, setBase, setTheirs, ...shown } = useContent(stored)
  const { base, content, isChanged, take } = shown
  const changing = useChangeAutomation(businessId)
  const publishing = usePublishAutomation(businessId)
  const { _id: id, revision: expected } = base

  /** Says what went wrong; a change by another person is shown above the editor. */
  const orSay = async <T>(act: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.code === 'changed_meanwhile') setTheirs(await readAutomation(id))
      toast.error(error.message)
      return undefined
    }
  }
  const send = async () => {
    const sent = content
    const saved = await changing.mutateAsync({ id, draft: sent, expected })
    // What was typed meanwhile stays.
    if (latest.current === sent) take(saved)
    else setBase(saved)
    return saved
  }
  const save = () =>
    orSay(async () => {
      await send()
      toast.success(t('saved'))
    })
  const publish = () =>
    orSay(async () => {
      const { revision } = isChanged ? await send() : base
      const published = await publishing.mutateAsync({ id, expected: revision })
      take(published)
      toast.success(t('published', { version: published.version }))
    })
  const discard = () => orSay(async () => take(await changing.mutateAsync({ id, draft: null, expected })))
  const rename = (name: string) =>
    orSay(async () => {
      const { revision } = await changing.mutateAsync({ id, name, expected })
      setBase((known) => ({ ...known, name, revision }))
    })
  return {
    ...shown,
    ...{ save, publish, discard, rename },
    isWhole: AutomationContent.safeParse(content).success && content.steps.length > 0,
    isBusy: changing.isPending || publishing.isPending,
  }
}
export type Draft = ReturnType<typeof useAutomationDraft>
