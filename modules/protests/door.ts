/** protests, for later rooms: what they ask inside their own statement. */
export { verdictsFor, type DriverVerdicts } from './queries/of-driver.ts'
