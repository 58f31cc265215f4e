export { indicatorsRoutes } from './indicators.routes.ts'
export { recomputeIndicators } from './recompute-indicators.ts'
export { recomputeEverywhere, recomputeTask } from './recompute.task.ts'
export { ratingBands } from './shipped-models.ts'
