export { advanceSandbox, atOnce, oneByOne, type DailyStep } from './advance.task.ts'
export { clockRoutes } from './clock.routes.ts'
