import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Lead } from '#contract/leads.ts'
import { OPERATION_POLL_MS, type Operation, operationRoutes } from '#contract/operations.ts'
import type { RouteInput } from '#contract/route.ts'
import { ApiError, call } from '../../../lib/call.ts'
import { currentBusinessId } from '../../../lib/current.ts'
import { toast } from '../../../ui/toast.tsx'
import { leadsChanged, patchLeads, takeOut } from '../leads.api.ts'
import { forget, show } from './running-operations.ts'
import { type OperationWords, useOperationWords } from './use-operation-texts.ts'

type Started = RouteInput<typeof operationRoutes.create>['body']
type Place = { client: QueryClient; businessId: string; words: OperationWords }

const isRunning = ({ state }: Operation) => state === 'queued' || state === 'running'
const pause = () => new Promise((done) => setTimeout(done, OPERATION_POLL_MS))
const say = (error: unknown, { unexpected }: OperationWords) =>
  void toast.error(error instanceof ApiError ? error.message : unexpected)

/**
 * Watches an operation to its end, wherever in the business one goes meanwhile, and says what came of it. In another
 * business it is no longer asked for: it goes on by itself, and stands on the page of operations.
 */
async function follow(place: Place, begun: Operation) {
  let operation = begun
  show(begun)
  while (isRunning(operation)) {
    await pause()
    if (currentBusinessId() !== place.businessId) return forget(begun._id)
    // What fails on the way is asked for again.
    operation = await call(operationRoutes.get, { params: { id: begun._id } }).then(
      (reply) => reply.operation,
      () => operation,
    )
    show(operation)
  }
  forget(begun._id)
  await leadsChanged(place.client, place.businessId)
  tell(place, operation)
}

function tell(place: Place, operation: Operation) {
  const { words } = place
  if (operation.state === 'failed') return void toast.error(words.failed(operation))
  const undo = () =>
    void call(operationRoutes.undo, { params: { id: operation._id } }).then(
      (reply) => follow(place, reply.operation),
      (error: unknown) => say(error, words),
    )
  toast.success(words.done(operation), operation.canUndo ? { undo } : {})
}

/**
 * Begins an operation on many leads; resolves once it is on its way, false: it was refused, which has been said. Leads
 * that were named and are done already bear `shown` at once.
 */
export function useOperation(businessId: string) {
  const client = useQueryClient()
  const words = useOperationWords()
  const { t } = useTranslation()
  const place = { client, businessId, words: { ...words, unexpected: t('unexpectedError') } }
  return async (body: Started, shown: Partial<Lead> = {}): Promise<boolean> => {
    try {
      const { operation } = await call(operationRoutes.create, { body })
      const { kind } = body.action
      if (body.leadIds && !isRunning(operation)) {
        if (kind === 'delete' || kind === 'restore') takeOut(client, businessId, body.leadIds)
        else if (operation.skipped === 0) patchLeads(client, businessId, body.leadIds, shown)
      }
      void follow(place, operation)
      return true
    } catch (error) {
      say(error, place.words)
      return false
    }
  }
}

export const cancelOperation = (operation: Operation) =>
  call(operationRoutes.cancel, { params: { id: operation._id } }).then(
    (reply) => show(reply.operation),
    // It has ended meanwhile: its end will be said.
    () => undefined,
  )
