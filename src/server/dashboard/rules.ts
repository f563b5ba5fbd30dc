import type { Permission } from '#contracts/account/permission.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { SERVICE_OPTIONS } from '#contracts/catalogue/service-options.ts'
import type { Dashboard, GettingStarted, SetupStep } from '#contracts/dashboard.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { startOfBusinessMonth } from '#server/kernel/business-time.ts'
import { toIso } from '#server/kernel/clock.ts'

/** The present month and the twelve before it, so that at least a year is counted. */
const MONTHS = 13

/** From `from` up to, but not including, `to`; UTC. */
export interface DateRange {
  from: string
  to: string
}

interface MonthRange {
  /** Such as 2026-11. */
  month: string
  span: DateRange
  yearBefore: DateRange
}

/** Returns the months of the dashboard in India, the present one last, each with the same month of the previous year. */
export function listMonths(now: Date): [MonthRange, ...MonthRange[]] {
  const [year = 0, present = 0] = toBusinessDate(now).split('-').map(Number)
  return Array.from({ length: MONTHS }, (_, index) => {
    const month = present - MONTHS + 1 + index
    const inMonth = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 7)
    return { month: inMonth, span: getMonthRange(year, month), yearBefore: getMonthRange(year - 1, month) }
  }) as [MonthRange, ...MonthRange[]]
}

const getMonthRange = (year: number, month: number): DateRange => ({
  from: toIso(startOfBusinessMonth(year, month)),
  to: toIso(startOfBusinessMonth(year, month + 1)),
})

/** Returns all services in the order of the contact form, then other stored values, if there are any. */
export function fillServices(counts: Map<string, number>): Dashboard['services'] {
  const offeredServices = SERVICE_OPTIONS.map(({ value, label }) => ({
    service: value as string,
    label: label as string,
    enquiries: counts.get(value) ?? 0,
  }))
  const otherServices = [...counts]
    .filter(([service]) => !offeredServices.some((option) => option.service === service))
    .map(([service, enquiries]) => ({ service, label: service || 'Not specified', enquiries }))
  return [...offeredServices, ...otherServices]
}

/** Returns all statuses in their order, with 0 where there is no enquiry. */
export const fillStatuses = (counts: Map<string, number>): Dashboard['statuses'] =>
  ENQUIRY_STATUSES.map((status) => ({ status, enquiries: counts.get(status) ?? 0 }))

/** The permission of the accounts that can take a step, in the order of the list. */
export const STEP_PERMISSIONS: Record<SetupStep, Permission> = {
  name: 'accounts.edit',
  company: 'settings.edit',
  hours: 'settings.edit',
  productPages: 'settings.edit',
  notices: 'settings.edit',
  machine: 'catalogue.edit',
  mail: 'accounts.edit',
  colleague: 'accounts.edit',
  backup: 'accounts.edit',
  databaseBackup: 'accounts.edit',
  demo: 'settings.edit',
}

/** Returns the steps that apply to the installation and that an account with these permissions can take. */
export const listSetupSteps = (
  state: Partial<Record<SetupStep, boolean>>,
  permissions: readonly Permission[],
): GettingStarted['steps'] =>
  (Object.keys(STEP_PERMISSIONS) as SetupStep[]).flatMap((step) => {
    const done = state[step]
    return done !== undefined && permissions.includes(STEP_PERMISSIONS[step]) ? [{ step, done }] : []
  })
