import type { Deps } from '../../../deps.ts'
import { translate } from '../../../platform/texts.ts'
import type { Prompt, Texts } from '../../numbers/routing.rules.ts'
import type { Connection } from '../../numbers/voice-connections.cache.ts'
import type { PlanContext } from './call-instructions.rules.ts'
import { soundUrl } from './flows/sound-links.rules.ts'

export const voiceTexts: Texts = (language, key, values) => translate(language, 'call-voice', key, values)

type Account = Pick<Connection, 'id' | 'businessId'>
export const contextOf = ({ env }: Pick<Deps, 'env'>, { id, businessId }: Account, callId: string): PlanContext => ({
  callId,
  businessId,
  hooks: `${env.publicUrl}/hooks/voice/${id}/${callId}`,
  texts: voiceTexts,
  soundUrl: (sound: Exclude<Prompt, { by: 'text' }>) => soundUrl(env, id, sound),
})
