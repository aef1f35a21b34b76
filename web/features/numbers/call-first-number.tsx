import { useQuery } from '@tanstack/react-query'
import { useBusiness } from '../../lib/session/session.ts'
import { Phone } from '../../ui/display/phone.tsx'
import { CallItNow } from './call-it-now.tsx'
import { numbersQuery } from './numbers.api.ts'

/** The newest number of the business that rings, to be called now. */
export function CallFirstNumber() {
  const { businessId } = useBusiness()
  const { data } = useQuery(numbersQuery(businessId))
  const number = data?.numbers.find(({ state }) => state === 'active')
  if (!number) return null
  return (
    <>
      <p>
        <Phone number={number.phone} link />
      </p>
      <CallItNow number={number} />
    </>
  )
}
