export { answerRatings, answerRatingsEverywhere, answerRatingsTask } from './answer-ratings.ts'
export { createAskProvider, type AskProvider } from './ask-provider.ts'
export { followVerification } from './follow-verification.ts'
export { latestValues, type LatestValue } from './latest-values.ts'
export { pollAccount, pollEverywhere, pollProviders } from './poll-providers.ts'
export { createProviderSecrets } from './provider-secrets.ts'
export { pushRoutes } from './push.routes.ts'
export type { Provider } from './providers.ts'
export { receiveFile } from './receive-file.ts'
export {
  companiesAwaitingNews,
  newsSource,
  storedNews,
  type NewsSource,
  type StoredNewsItem,
} from './watched-news.ts'
export { resealProviders } from './reseal-providers.ts'
export { datahubRoutes } from './providers.routes.ts'
export { activateMany, endMonitoringOfThirdParty } from './switch-monitoring.ts'
