import { paths } from '../../lib/paths.ts'
import { lazyPage, type Page } from '../../shared/pages.ts'

export const authPages: readonly Page[] = [
  { path: paths.login, bare: true, component: lazyPage(() => import('./login-page.tsx'), 'LoginPage') },
  { path: paths.register, bare: true, component: lazyPage(() => import('./register-page.tsx'), 'RegisterPage') },
  {
    path: paths.recoverPassword,
    unframed: true,
    component: lazyPage(() => import('./recover-password-page.tsx'), 'RecoverPasswordPage'),
  },
  { path: paths.google, unframed: true, component: lazyPage(() => import('./google-page.tsx'), 'GooglePage') },
  {
    path: paths.verifyPhone,
    access: 'user',
    bare: true,
    pending: true,
    component: lazyPage(() => import('./verify-phone-page.tsx'), 'VerifyPhonePage'),
  },
  {
    path: paths.confirmEmail,
    unframed: true,
    component: lazyPage(() => import('./confirm-email-page.tsx'), 'ConfirmEmailPage'),
  },
]
