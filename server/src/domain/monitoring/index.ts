export { announcementsRoutes } from './announcements.routes.ts'
export { watchAccount, watchAnnouncements, watchEverywhere } from './watch-announcements.ts'
