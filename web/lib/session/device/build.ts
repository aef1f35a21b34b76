/** Names the build of this page (scripts/web-install.ts). */
export const ownBuild = () => document.querySelector('meta[name=build]')?.getAttribute('content') ?? ''
