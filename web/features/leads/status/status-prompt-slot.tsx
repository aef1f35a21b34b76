import { lazily } from '../../../lib/lazy.ts'
import type { useAsked } from './status-prompt.ts'

const AskedModal = lazily(() => import('./status-prompt-modal.tsx'), 'AskedModal')

/** What is asked stands here, once something is. */
export const AskedPlace = ({ asking, businessId }: { asking: ReturnType<typeof useAsked>; businessId: string }) =>
  asking.asked && <AskedModal asked={asking.asked} businessId={businessId} onClose={asking.close} />
