import { useWindowEvent } from '@mantine/hooks'
import { useBlocker } from '@tanstack/react-router'
import { memo, useEffect, useState, useSyncExternalStore } from 'react'
import type { CallFlow } from '#contract/calls/flows/call-flows.ts'
import { forgetUnsaved, useUnsaved } from '../../../lib/unsaved/unsaved.ts'
import { readFlow, saveFlow } from '../call-flows.api.ts'
import { FlowSaver } from './flow-saver.ts'

const formOf = (flowId: string) => `call-flow-${flowId}`

/** The draft of a flow on the screen, which saves itself. */
export function useFlowSaver(stored: CallFlow) {
  const [saver] = useState(
    () =>
      new FlowSaver(stored, {
        save: (changes) => saveFlow(stored._id, changes),
        read: async () => (await readFlow(stored._id)).flow,
      }),
  )
  const now = useSyncExternalStore(saver.subscribe, saver.now)
  useWindowEvent('online', saver.retry)
  useWindowEvent('pagehide', () => void saver.flush())
  useUnsaved(formOf(stored._id), now.state !== 'saved', () => saver.take(saver.now().flow))
  // Back by a change of language, which mounts the page again, loses nothing either.
  useEffect(() => () => void saver.flush(), [saver])
  return { saver, now }
}

/** Saves before the page is left. Mounted before the guard that asks about what could not be saved. */
export const SavesBeforeLeaving = memo(function SavesBeforeLeaving({ saver }: { saver: FlowSaver }) {
  const [options] = useState(() => ({
    shouldBlockFn: async () => {
      if (saver.isChanged() && (await saver.flush())) forgetUnsaved(formOf(saver.now().flow._id))
      return false
    },
    enableBeforeUnload: false,
  }))
  useBlocker(options)
  return null
})
