import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Lead } from '#contract/leads/leads.ts'
import { OPERATION_POLL_MS, type Operation, type OperationKind, operationRoutes } from '#contract/leads/operations.ts'
import type { RouteInput } from '#contract/route.ts'
import { ApiError, call } from '../../../lib/http/call.ts'
import { currentBusinessId } from '../../../lib/session/current-business.ts'
import { toast } from '../../../ui/feedback/toast.tsx'
import { invalidateLeads, patchLeads, removeFromLists } from '../leads.api.ts'
import { hideRunning, showRunning } from './running-operations.ts'
import { type OperationTexts, useOperationTexts } from './use-operation-texts.ts'

type StartBody = RouteInput<typeof operationRoutes.create>['body']
type Context = { client: QueryClient; businessId: string; texts: OperationTexts }

const isRunning = ({ state }: Operation) => state === 'queued' || state === 'running'
const pollPause = () => new Promise((done) => setTimeout(done, OPERATION_POLL_MS))
const showError = (error: unknown, { refused }: OperationTexts, kind?: OperationKind) =>
  void toast.error(refused(error instanceof ApiError ? error : undefined, kind))

/**
 * Polls an operation until it has ended and shows the result, on any page of the business. Stops when the person opens
 * another business; the operation itself continues and is listed on the page of operations.
 */
async function pollUntilDone(context: Context, started: Operation) {
  let operation = started
  showRunning(started)
  while (isRunning(operation)) {
    await pollPause()
    if (currentBusinessId() !== context.businessId) return hideRunning(started._id)
    // A failed poll is repeated.
    operation = await call(operationRoutes.get, { params: { id: started._id } }).then(
      (reply) => reply.operation,
      () => operation,
    )
    showRunning(operation)
  }
  hideRunning(started._id)
  await invalidateLeads(context.client, context.businessId)
  showResult(context, operation)
}

function showResult(context: Context, operation: Operation) {
  const { texts } = context
  if (operation.state === 'failed') return void toast.error(texts.failed(operation))
  const undo = () =>
    void call(operationRoutes.undo, { params: { id: operation._id } }).then(
      (reply) => pollUntilDone(context, reply.operation),
      (error: unknown) => showError(error, texts),
    )
  toast.success(texts.done(operation), operation.canUndo ? { undo, undoLabel: texts.undo(operation) } : {})
}

/**
 * Starts an operation on many leads. Resolves to false if the server refused it (the error is shown). If it is done at
 * once, `shown` is written to the cached leads.
 */
export function useStartOperation(businessId: string) {
  const client = useQueryClient()
  const context = { client, businessId, texts: useOperationTexts() }
  return async (body: StartBody, shown: Partial<Lead> = {}): Promise<boolean> => {
    try {
      const { operation } = await call(operationRoutes.create, { body })
      const { kind } = body.action
      if (body.leadIds && !isRunning(operation)) {
        if (kind === 'delete' || kind === 'restore') removeFromLists(client, businessId, body.leadIds)
        else if (operation.skipped === 0) patchLeads(client, businessId, body.leadIds, shown)
      }
      void pollUntilDone(context, operation)
      return true
    } catch (error) {
      showError(error, context.texts, body.action.kind)
      return false
    }
  }
}

/** Shows the progress and the result of an operation that another request began. */
export function useWatchOperation(businessId: string) {
  const client = useQueryClient()
  const context = { client, businessId, texts: useOperationTexts() }
  return (operation: Operation) => void pollUntilDone(context, operation)
}

export const cancelOperation = (operation: Operation) =>
  call(operationRoutes.cancel, { params: { id: operation._id } }).then(
    (reply) => showRunning(reply.operation),
    // The operation has already ended; polling shows the result.
    () => undefined,
  )
