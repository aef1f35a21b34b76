import type { Instruction } from '../../../../providers/voice/voice.ts'
import type { Plan, Talk } from '../../../numbers/routing.rules.ts'
import { type PlanContext, TALK_SECONDS_MAX, toLegs } from '../call-instructions.rules.ts'
import { roomOfTalk } from './talk.rules.ts'

const MUSIC_SECONDS = 1

/** The provider's id of the call in which the other side hears music: of the caller, or of the lead whom a member called. */
export const outsideOf = ({ sid }: { sid: string }, talk: Talk | undefined) => talk?.lead ?? sid

/** A turn of music. After it the provider asks what comes next. */
export function music(turn: number, { hooks, soundUrl }: PlanContext): Instruction[] {
  const url = soundUrl({ by: 'music', part: turn })
  return [
    {
      verb: 'gather',
      seconds: MUSIC_SECONDS,
      doneHook: `${hooks}/hold/${turn + 1}`,
      prompts: [{ url }],
      isEachAnswer: true,
    },
  ]
}

/** The person waits in the room for the caller. */
export const waiting = (talk: Talk, { callId }: PlanContext): Instruction[] => [
  { verb: 'room', room: roomOfTalk(callId, talk), starts: false, maxSeconds: TALK_SECONDS_MAX },
]

/** The caller talks in the room of this step. */
export function inRoom(plan: Plan, step: number, { hooks }: PlanContext): Instruction[] {
  const planned = plan.steps[step - 1]
  const { recording } = planned?.settings ?? plan
  return [
    {
      verb: 'room',
      room: planned?.room?.name ?? '',
      starts: true,
      maxSeconds: TALK_SECONDS_MAX,
      doneHook: `${hooks}/dial/${step}`,
      recordingHook: recording ? `${hooks}/recording` : undefined,
    },
  ]
}

type Asking = { step: number; maxSeconds: number; callerId: string }
/** The person hears the phone of the colleague ring, and talks with them; this is not recorded. */
export function asking(plan: Plan, { step, maxSeconds, callerId }: Asking, context: PlanContext): Instruction[] {
  const planned = plan.steps[step - 1]
  return [
    {
      verb: 'dial',
      legs: toLegs(plan, step, context),
      seconds: planned?.seconds ?? 0,
      maxSeconds,
      callerId,
      doneHook: `${context.hooks}/consult/${step}`,
    },
  ]
}
