export { testApp, type StoreParts, type TestApp } from './app.ts'
