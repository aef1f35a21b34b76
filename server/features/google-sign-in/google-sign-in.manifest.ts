import type { Feature } from '../feature.ts'
import { mountGoogleSignIn } from './google-sign-in.routes.ts'

export const googleSignIn: Feature = {
  mount: [mountGoogleSignIn],
}
