import { type FlowStep, menuKeys } from '#contract/calls/flows/flow-shapes.ts'
import { branchesOf } from '#contract/calls/flows/flow-tree.ts'
import { step } from '../features/test-flows.ts'

/** Numbers 0 to 1 that depend on the seed alone (mulberry32). */
export function drawFrom(seed: number) {
  let state = seed
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  return { random, pick, chance: (share: number) => random() < share }
}
export type Draw = ReturnType<typeof drawFrom>
type Known = { phones: Parameters<typeof step.ring>[1]; flowId: string }

const CONDITIONS = [
  { by: 'business' },
  { by: 'campaign' },
  { by: 'shifts' },
  { by: 'own', hours: { days: Array.from({ length: 7 }, () => []) } },
] as const

/** One phone, or one with about half of the others. */
function somePhones(draw: Draw, phones: Known['phones']) {
  const [one, share] = [draw.pick(phones), draw.pick([0, 0.5])]
  return phones.filter((phone) => phone === one || draw.chance(share))
}

const someRing = (draw: Draw) => ({
  order: draw.pick(['together', 'in_order', 'round_robin', 'longest_idle', 'weighted'] as const),
  ...{ seconds: 5 + Math.floor(draw.random() * 20), knownFirst: draw.chance(0.3), onShiftOnly: draw.chance(0.5) },
})

/** A random flow without problems: what a branching step leaves open goes on after it. */
export function randomFlow(draw: Draw, known: Known): FlowStep[] {
  let ids = 0
  const id = () => `s${++ids}`
  const some = () => somePhones(draw, known.phones)
  const ring = () => someRing(draw)
  const end = (parent?: string) =>
    draw.pick([
      () => step.voicemail(id(), '', parent),
      () => step.message(id(), 'Bye', parent),
      () => step.hangup(id(), parent),
      () => step.forward(id(), '+972503333333', parent),
      () => step.flow(id(), known.flowId, parent),
    ])()
  const branching = (parent: string | undefined) =>
    draw.chance(0.4)
      ? step.open(id(), draw.pick(CONDITIONS), parent)
      : step.menu(
          id(),
          menuKeys
            .filter(() => draw.chance(0.2))
            .concat('1')
            .slice(-3)
            .filter((key, i, all) => all.indexOf(key) === i)
            .join(''),
          { repeats: Math.floor(draw.random() * 3), otherwiseAs: draw.chance(0.5) ? '1' : null },
          parent,
        )
  const passing = (parent: string | undefined) =>
    draw.pick([
      () => step.say(id(), 'Words', parent),
      () => step.ring(id(), some(), ring(), parent),
      () =>
        step.wait(
          id(),
          some(),
          {
            ring: ring(),
            seconds: 30 + Math.floor(draw.random() * 60),
            offersCallback: draw.chance(0.5),
            tellsPlace: draw.chance(0.5),
          },
          parent,
        ),
    ])()
  /** `mustEnd`: nothing follows it. */
  function block(depth: number, mustEnd: boolean, parent?: string): FlowStep[] {
    const steps: FlowStep[] = []
    for (let i = Math.floor(draw.random() * 3); i > 0; i--) steps.push(passing(parent))
    if (depth < 3 && draw.chance(0.6)) {
      const owner = branching(parent)
      const goesOn = draw.chance(0.5)
      steps.push(
        owner,
        ...branchesOf(owner).flatMap((branch, i) =>
          block(depth + 1, !goesOn || (i > 0 && draw.chance(0.5)), `${owner.id}.${branch}`),
        ),
      )
      // The first branch goes on, so that what follows is reached.
      if (!goesOn) return steps
    }
    return mustEnd ? [...steps, end(parent)] : steps
  }
  return block(0, true)
}
