import { useLocation, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { IS_PAYMENT_REQUIRED } from '#contract/constants.ts'
import { NotificationPopups } from '../../features/notifications/notification-popups.tsx'
import { lazily } from '../../lib/lazy.ts'
import { keepChoices, useModal } from '../../lib/modal-stack.ts'
import { leadsLookOf } from '../../lib/paths.ts'
import { useCan, useMaybeSession, useSession } from '../../lib/session/session.ts'
import { storage, useStored } from '../../lib/storage.ts'
import { useMedium, useNarrow } from '../../lib/use-narrow.ts'
import { menuKeyAt, PagesProvider, pageAt, settingsKeyAt } from '../../shared/pages.ts'
import { usePlayer } from '../../shared/player/player.ts'
import { FromFirstOpen } from '../../ui/layout/from-first-open.tsx'
import { PageSlots } from '../../ui/layout/page-slots.ts'
import { FeatureProviders } from '../feature-providers.tsx'
import { pages } from '../page-table.ts'
import { SettingsMenu } from '../settings/settings-menu.tsx'
import { FrameKeys } from './frame-keys.tsx'
import { CampaignSelector } from './header/campaign-selector.tsx'
import { Header } from './header/header.tsx'
import { useInCallQuestion } from './in-call.ts'
import { BottomBar } from './menu/bottom-bar.tsx'
import { MENU_MODAL } from './menu/menu-modal.ts'
import { MobileBack } from './menu/mobile-back.tsx'
import { SideMenu } from './menu/side-menu.tsx'
import { UsersTabs } from './menu/users-tabs.tsx'
import { OfflineBanner } from './offline-banner.tsx'
import classes from './shell.module.css'
import { useLiveSync } from './use-live-sync.ts'
import { useLostBusiness, useLostCampaign, useLostRole } from './use-lost-access.ts'

const MobileMenu = lazily(() => import('./menu/mobile-menu.tsx'), 'MobileMenu', { soon: true })
const PaymentPopup = lazily(() => import('../../shared/popups/payment-popup.tsx'), 'PaymentPopup')
const SettingsSelect = lazily(() => import('../settings/settings-select.tsx'), 'SettingsSelect')
const InCallQuestion = lazily(() => import('./in-call-question.tsx'), 'InCallQuestion', { soon: true })
const ClosingBanner = lazily(() => import('./closing-banner.tsx'), 'ClosingBanner')
const NumberSetupTrigger = lazily(
  () => import('../../features/numbers/setup/number-setup-trigger.tsx'),
  'NumberSetupTrigger',
)
const PlayerDock = lazily(() => import('../../features/calls/player/player-dock.tsx'), 'PlayerDock')
const NamePrompt = lazily(() => import('./name-prompt.tsx'), 'NamePrompt')

const MAIN_ID = 'main'

/** The frame of all signed-in screens; the session may end before the sign-in page has loaded. */
export const Shell = ({ children }: { children: ReactNode }) =>
  useMaybeSession() && (
    <PagesProvider value={pages}>
      <Frame>{children}</Frame>
    </PagesProvider>
  )

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('shell')
  const { user, business } = useSession()
  const [isFolded, setFolded] = useStored(storage.menuFolded)
  const [token] = useStored(storage.token)
  const isNarrow = useNarrow()
  const isPlayerShown = usePlayer().track !== null
  useLiveSync(user._id)
  const question = useInCallQuestion()
  const isLost = useLostBusiness()
  useLostRole()
  useLostCampaign()
  const { history } = useRouter()
  useEffect(() => keepChoices(history), [history])
  return (
    <div className={classes.frame} data-folded={isFolded || undefined}>
      <a href={`#${MAIN_ID}`} className={classes.skip}>
        {t('skipToContent')}
      </a>
      <header className={classes.header}>
        <Header isNarrow={isNarrow} />
      </header>
      {!isNarrow && (
        <nav className={classes.menu} aria-label={t('menu')}>
          <SideMenu isFolded={isFolded} onFold={() => setFolded(!isFolded)} />
        </nav>
      )}
      <main
        id={MAIN_ID}
        tabIndex={-1}
        className={classes.main}
        data-player={isPlayerShown || undefined}
        data-signed-out={token ? undefined : true}
      >
        <OfflineBanner />
        {business?.closesAt && (
          <Suspense>
            <ClosingBanner closesAt={business.closesAt} />
          </Suspense>
        )}
        <Sheet hasBusiness={business !== undefined && !isLost}>
          <Slots isNarrow={isNarrow} hasBusiness={business !== undefined}>
            <FeatureProviders>{!isLost && children}</FeatureProviders>
          </Slots>
        </Sheet>
        <Suspense>{isPlayerShown && <PlayerDock />}</Suspense>
      </main>
      {isNarrow && business && !isLost && <BottomBar />}
      <NotificationPopups />
      <FrameKeys />
      {isNarrow && <PhoneMenu />}
      <Suspense>
        {question && <InCallQuestion question={question} />}
        <SetupOfNewCampaign />
        {needsName(user.name) && <NamePrompt />}
        {IS_PAYMENT_REQUIRED && <PaymentPopup />}
      </Suspense>
    </div>
  )
}

function PhoneMenu() {
  const { opened } = useModal(MENU_MODAL)
  return (
    <FromFirstOpen opened={opened}>
      <MobileMenu />
    </FromFirstOpen>
  )
}

/** Opens the number set-up over the leads of a newly created campaign. */
function SetupOfNewCampaign() {
  const [campaignId] = useStored(storage.newCampaign)
  const canOrder = useCan('numbers.order')
  const isAtItsLeads = useLocation({
    select: ({ pathname }) => leadsLookOf(pathname) !== undefined && pathname.includes(`/c/${campaignId}/`),
  })
  return campaignId && canOrder && isAtItsLeads && <NumberSetupTrigger key={campaignId} campaignId={campaignId} />
}

/** The page, on wide screens beside or below the menu of the settings that it belongs to. */
function Sheet({ hasBusiness, children }: { hasBusiness: boolean; children: ReactNode }) {
  const isNarrow = useNarrow()
  const isMedium = useMedium()
  // Read from the displayed page: with the next page's path, this page would move aside while the next one loads.
  const isInSettings = useMatches({
    select: (matches) => settingsKeyAt(pages, matches.at(-1)?.pathname ?? '') !== undefined,
  })
  const hasMenu = hasBusiness && isInSettings && !isNarrow
  return (
    <div className={classes.sheet} data-beside={(hasMenu && !isMedium) || undefined}>
      {hasMenu && !isMedium && <SettingsMenu />}
      {hasMenu && isMedium && (
        <div className={classes.settings}>
          <Suspense>
            <SettingsSelect />
          </Suspense>
        </div>
      )}
      <div key={String(isInSettings)} className={classes.page}>
        {children}
      </div>
    </div>
  )
}

type SlotsProps = { isNarrow: boolean; hasBusiness: boolean; children: ReactNode }

/**
 * The mobile navigator (specification, section 2): Back, hidden without history, and the campaign selector. Pages of
 * the settings always have Back: without history it leads to their list.
 */
function Slots({ isNarrow, hasBusiness, children }: SlotsProps) {
  const { history } = useRouter()
  // Read from the displayed page, so that nothing on it moves while the next one loads.
  const { pathname, canGoBack } = useMatches({
    select: (matches): { pathname: string; canGoBack: boolean } => ({
      pathname: matches.at(-1)?.pathname ?? '',
      canGoBack: history.canGoBack(),
    }),
    structuralSharing: true,
  })
  const choosesCampaign = hasBusiness && pageAt(pages, pathname)?.choosesCampaign
  const isInSettings = settingsKeyAt(pages, pathname) !== undefined
  const isOwner = useMaybeSession()?.role === 'Owner'
  const isOfUsers = hasBusiness && isOwner && menuKeyAt(pages, pathname) === 'users'
  const slots = useMemo(
    () => ({
      back: isNarrow && (canGoBack || isInSettings) && <MobileBack isAtStart={!canGoBack} />,
      navigator: isNarrow && choosesCampaign && <CampaignSelector framed />,
      tabs: isOfUsers && <UsersTabs />,
    }),
    [isNarrow, canGoBack, choosesCampaign, isInSettings, isOfUsers],
  )
  return <PageSlots value={slots}>{children}</PageSlots>
}

/** The name is missing, or is an e-mail address (specification, section 2). */
const needsName = (name: string) => name.trim() === '' || name.includes('@')
